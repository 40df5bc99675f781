# The image of LeaseGate: a Java runtime with what it uses, the jar, and `leasegate` on the PATH.
#   docker build -t leasegate:0.1.0 .
# Runs as any user, on a read-only root, with one writable place: /var/lib/leasegate.

FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /build
COPY . .
RUN --mount=type=cache,target=/root/.m2 \
    mvn -B -q -pl src package -Dmaven.test.skip=true
# What jdeps finds in the jar, and jdk.crypto.ec: TLS looks for it by name.
RUN jlink --output /opt/leasegate/java --compress=2 --no-header-files --no-man-pages \
      --add-modules java.base,java.compiler,java.desktop,java.naming,java.net.http,java.sql,jdk.crypto.ec,jdk.jfr,jdk.management,jdk.unsupported \
    && mkdir -p /opt/leasegate/bin \
    && cp src/target/leasegate-all.jar /opt/leasegate/leasegate.jar \
    && cp k8s/image/leasegate /opt/leasegate/bin/leasegate \
    && chmod 0755 /opt/leasegate/bin/leasegate

FROM debian:bookworm-slim
COPY --from=build /opt/leasegate /opt/leasegate
RUN ln -s /opt/leasegate/bin/leasegate /usr/local/bin/leasegate \
    && mkdir -p /etc/leasegate /var/lib/leasegate \
    && chown 10001:10001 /var/lib/leasegate
ENV LEASEGATE_DATA_DIR=/var/lib/leasegate
WORKDIR /var/lib/leasegate
USER 10001:10001
EXPOSE 8787 9787
ENTRYPOINT ["leasegate"]
CMD ["serve"]
