package io.leasegate.config;

import io.leasegate.core.call.Credential;
import io.leasegate.core.call.Identity;
import io.leasegate.core.policy.Permission;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The keys of the API keys file. */
final class KeysSchema {

  /** Never shown: somebody may have written the key itself here. */
  private static final ValueType<String> SHA256 =
      new ValueType<>(
          "the SHA-256 of the key in lower-case hex, 64 digits, in quotes if it has no letter",
          true,
          EnumSet.of(ScalarKind.TEXT),
          scalar -> hash(scalar.text()));

  private static final ValueType<String> NAME =
      ValueTypes.checked(
          "a name of 1 to 128 characters A-Z a-z 0-9 . _ @ -, a letter or digit first",
          text ->
              Identity.isName(text)
                  ? Optional.empty()
                  : Optional.of(
                      "expected a name of 1 to 128 characters A-Z a-z 0-9 . _ @ -, a letter or"
                          + " digit first"));

  private static final ValueType<String> PERMISSION =
      ValueTypes.oneOf(
          new TreeSet<>(Arrays.stream(Permission.values()).map(Permission::wireName).toList()));

  private KeysSchema() {}

  static Parsed<KeysFile> read(Section s) {
    Parsed<List<KeyEntry>> keys = s.sections("keys", KeysSchema::key);
    return s.build(() -> new KeysFile(keys.get()));
  }

  private static Parsed<KeyEntry> key(Section s) {
    var id = s.required("id", NAME);
    var sha256 = s.required("sha256", SHA256);
    var workspace = s.required("workspace", NAME);
    var agent = s.required("agent", NAME);
    Parsed<List<String>> roles = s.list("roles", NAME, List.of());
    Parsed<List<String>> permissions = s.list("permissions", PERMISSION, List.of());
    return s.build(
        () ->
            new KeyEntry(
                sha256.get(),
                new Credential(
                    id.get(),
                    new Identity(workspace.get(), agent.get()),
                    roles.get(),
                    permissions(permissions.get()))));
  }

  private static Set<Permission> permissions(List<String> names) {
    Set<Permission> all = EnumSet.noneOf(Permission.class);
    names.forEach(name -> Permission.of(name).ifPresent(all::add));
    return all;
  }

  private static String hash(String text) {
    if (!KeyEntry.HASH.matcher(text).matches()) {
      throw ValueType.unexpected();
    }
    return text;
  }
}
