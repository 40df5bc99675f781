package io.leasegate.jsonrpc;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Objects and arrays inside well-formed JSON, by their places. For what is read rarely. */
public final class JsonObjects {

  private static final int ANY_DEPTH = Integer.MAX_VALUE;

  private JsonObjects() {}

  /** The members of the object that lies there, or nothing when the text is no such object. */
  public static Optional<Members> members(byte[] bytes, int from, int to) {
    try (JsonCursor cursor = new JsonCursor(bytes, from, to, ANY_DEPTH)) {
      if (cursor.next() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      Members members = new Members(cursor.tokenFrom());
      while (cursor.next() == JsonToken.FIELD_NAME) {
        String name = cursor.text();
        int nameFrom = cursor.tokenFrom();
        JsonToken value = cursor.next();
        if (value == null) {
          return Optional.empty();
        }
        int valueFrom = cursor.tokenFrom();
        cursor.skipValue(value);
        members.add(name, nameFrom, valueFrom, cursor.tokenTo(), bytes[valueFrom]);
      }
      members.end(cursor.tokenTo());
      return Optional.of(members);
    } catch (IOException | JsonCursor.Unreadable e) {
      return Optional.empty();
    }
  }

  /** The members of an object-valued member, or nothing. */
  public static Optional<Members> members(byte[] bytes, Members parent, String name) {
    int i = parent.indexOf(name);
    return i < 0 || parent.kind(i) != '{'
        ? Optional.empty()
        : members(bytes, parent.valueFrom(i), parent.valueTo(i));
  }

  /** Where the elements of the array lie that is there: pairs of offsets; empty for no array. */
  public static List<int[]> elements(byte[] bytes, int from, int to) {
    List<int[]> elements = new ArrayList<>();
    try (JsonCursor cursor = new JsonCursor(bytes, from, to, ANY_DEPTH)) {
      if (cursor.next() != JsonToken.START_ARRAY) {
        return List.of();
      }
      for (JsonToken t = cursor.next(); t != null && t != JsonToken.END_ARRAY; t = cursor.next()) {
        int start = cursor.tokenFrom();
        cursor.skipValue(t);
        elements.add(new int[] {start, cursor.tokenTo()});
      }
      return elements;
    } catch (IOException | JsonCursor.Unreadable e) {
      return List.of();
    }
  }

  /** The decoded value of a string member, or nothing. */
  public static Optional<String> string(byte[] bytes, Members members, String name) {
    int i = members.indexOf(name);
    return i < 0 || members.kind(i) != '"'
        ? Optional.empty()
        : Optional.of(JsonStrings.decode(bytes, members.valueFrom(i), members.valueTo(i)));
  }

  /** The value of a boolean member, or nothing. */
  public static Optional<Boolean> bool(Members members, String name) {
    int i = members.indexOf(name);
    int kind = i < 0 ? 0 : members.kind(i);
    return kind == 't' ? Optional.of(true) : kind == 'f' ? Optional.of(false) : Optional.empty();
  }
}
