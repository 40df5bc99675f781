package io.leasegate.config;

import io.leasegate.config.YamlNode.Entry;
import io.leasegate.config.YamlNode.Mapping;
import io.leasegate.config.YamlNode.Sequence;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.capability.GlobSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Rules of a good policy that can never decide anything: an earlier rule of the same agent covers
 * all that they match, or a deny glob does. What several rules cover together is not looked for.
 */
public final class PolicyWarnings {

  private final String file;
  private final PolicyFile policy;
  private final Optional<YamlNode> tree;
  private final List<ConfigProblem> found = new ArrayList<>();

  private PolicyWarnings(String file, PolicyFile policy, Optional<YamlNode> tree) {
    this.file = file;
    this.policy = policy;
    this.tree = tree;
  }

  /**
   * Looks at every rule. Blocking: the file is read again for the places of the rules.
   *
   * @param loaded by {@link PolicyCompiler#loader}
   */
  public static List<ConfigProblem> of(PolicyResult.Loaded loaded) {
    PolicyWarnings warnings =
        new PolicyWarnings(loaded.file().toString(), loaded.policy(), tree(loaded.file()));
    loaded.policy().agents().forEach(warnings::look);
    return List.copyOf(warnings.found);
  }

  private static Optional<YamlNode> tree(Path file) {
    return FileText.read(file) instanceof FileText.Text text
        ? YamlTreeParser.parse(text.text(), new ProblemList(file.toString()))
        : Optional.empty();
  }

  private void look(String key, AgentPolicy agent) {
    List<CapabilityRule> rules = agent.capabilities();
    GlobSet matches = globs(rules.stream().map(CapabilityRule::match));
    GlobSet denied =
        globs(Stream.concat(policy.limits().deny().stream(), agent.limits().deny().stream()));
    for (int i = 0; i < rules.size(); i++) {
      CapabilityGlob match = matches.globs().get(i);
      int deny = denied.firstCovering(match);
      if (deny != GlobSet.NONE) {
        warn(key, i, match + " is denied as a whole by " + denied.globs().get(deny));
        continue;
      }
      int earlier = earlier(matches, rules, i);
      if (earlier != GlobSet.NONE) {
        warn(
            key,
            i,
            match
                + " is never reached: capabilities["
                + earlier
                + "] ("
                + rules.get(earlier).match()
                + ") covers it and comes first");
      }
    }
  }

  /** The first rule before this one that takes all that this one could decide. */
  private static int earlier(GlobSet matches, List<CapabilityRule> rules, int rule) {
    CapabilityGlob match = matches.globs().get(rule);
    int earlier = matches.firstCovering(match);
    while (earlier != GlobSet.NONE && earlier < rule) {
      Map<String, List<Condition>> when = rules.get(earlier).when();
      if (when.isEmpty() || when.equals(rules.get(rule).when())) {
        return earlier;
      }
      earlier = matches.nextCovering(match, earlier);
    }
    return GlobSet.NONE;
  }

  private static GlobSet globs(Stream<String> texts) {
    return GlobSet.of(texts.map(text -> CapabilityGlob.parse(text).orThrow()).toList());
  }

  private void warn(String key, int rule, String message) {
    Mark mark = place(key, rule);
    found.add(
        new ConfigProblem(
            file,
            mark.line(),
            mark.column(),
            KeyPath.join(
                KeyPath.item(KeyPath.join(KeyPath.join("agents", key), "capabilities"), rule),
                "match"),
            message));
  }

  private Mark place(String key, int rule) {
    return tree.flatMap(root -> below(root, "agents"))
        .flatMap(agents -> below(agents, key))
        .flatMap(agent -> below(agent, "capabilities"))
        .filter(list -> list instanceof Sequence sequence && rule < sequence.items().size())
        .map(list -> ((Sequence) list).items().get(rule).mark())
        .orElse(Mark.NONE);
  }

  private static Optional<YamlNode> below(YamlNode node, String key) {
    return node instanceof Mapping mapping && mapping.entries().containsKey(key)
        ? Optional.of(Objects.requireNonNull(mapping.entries().get(key))).map(Entry::value)
        : Optional.empty();
  }
}
