package io.leasegate.core.lease;

/**
 * What a lease excludes others from.
 *
 * @param repository {@code owner/repo} at the forge; the goal of a todo
 * @param taskType such as {@code issue_work}
 * @param taskId the number at the forge, as text; the id of a todo
 */
public record LeaseResource(String repository, String taskType, String taskId) {

  /** {@code <repository>/<task_type>/<task_id>}, as fence headers carry it. */
  public String path() {
    return repository + "/" + taskType + "/" + taskId;
  }
}
