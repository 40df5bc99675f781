/** The manifests of {@code k8s/}: read strictly, and compared with each other and the program. */
package io.leasegate.k8s;
