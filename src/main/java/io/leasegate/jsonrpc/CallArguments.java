package io.leasegate.jsonrpc;

import io.leasegate.core.policy.ArgumentValue;
import io.leasegate.core.policy.ArgumentView;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * The arguments of a call as a policy sees them, read out of the client's bytes where asked for.
 */
public final class CallArguments implements ArgumentView {

  /** A number whose plain form would be longer is no number that a policy can mean. */
  private static final int LONGEST_NUMBER = 400;

  private final RpcMessage call;

  public CallArguments(RpcMessage call) {
    this.call = call;
  }

  @Override
  public ArgumentValue at(String path) {
    Members members = call.arguments();
    byte[] bytes = call.bytes();
    String[] names = path.split("\\.", -1);
    int from = members == null ? -1 : members.from();
    int to = members == null ? -1 : members.to();
    for (int i = 0; i < names.length && from >= 0; i++) {
      int[] place =
          i == 0 && members != null ? member(members, names[0]) : step(bytes, from, to, names[i]);
      from = place[0];
      to = place[1];
    }
    return from < 0 ? ArgumentValue.Other.ABSENT : value(bytes, from, to);
  }

  private static int[] member(Members members, String name) {
    int i = members.indexOf(name);
    return i < 0 ? new int[] {-1, -1} : new int[] {members.valueFrom(i), members.valueTo(i)};
  }

  private static int[] step(byte[] bytes, int from, int to, String name) {
    if (bytes[from] == '[') {
      List<int[]> elements = JsonObjects.elements(bytes, from, to);
      int index = name.matches("[0-9]{1,6}") ? Integer.parseInt(name) : -1;
      return index >= 0 && index < elements.size() ? elements.get(index) : new int[] {-1, -1};
    }
    Optional<Members> object = JsonObjects.members(bytes, from, to);
    return object.map(members -> member(members, name)).orElse(new int[] {-1, -1});
  }

  private ArgumentValue value(byte[] bytes, int from, int to) {
    return switch (bytes[from]) {
      case '"' -> new ArgumentValue.Text(JsonStrings.decode(bytes, from, to));
      case 't' -> new ArgumentValue.Bool(true);
      case 'f' -> new ArgumentValue.Bool(false);
      case 'n' -> ArgumentValue.Other.NULL;
      case '{', '[' -> ArgumentValue.Other.COMPOSITE;
      default -> number(call.text(from, to));
    };
  }

  private static ArgumentValue number(String text) {
    if (text.length() > LONGEST_NUMBER) {
      return ArgumentValue.Other.COMPOSITE;
    }
    try {
      return new ArgumentValue.Numeric(new BigDecimal(text));
    } catch (NumberFormatException e) {
      return ArgumentValue.Other.COMPOSITE; // an exponent that no decimal can hold
    }
  }
}
