package io.leasegate.it;

import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * How a case of node's test runner ended.
 *
 * @param name with the names of the suites around it
 * @param failure what went wrong, or null; a skipped case counts as failed
 */
record NodeCase(String name, @Nullable String failure) {

  /** Reads the report of node's {@code junit} reporter. */
  static List<NodeCase> read(Path report)
      throws IOException, ParserConfigurationException, SAXException {
    NodeList found =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(report.toFile())
            .getElementsByTagName("testcase");
    List<NodeCase> cases = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      Element element = (Element) found.item(i);
      cases.add(new NodeCase(fullName(element), failure(element)));
    }
    return cases;
  }

  void check() {
    if (failure != null) {
      fail(name + "\n" + failure);
    }
  }

  private static String fullName(Element element) {
    String name = element.getAttribute("name");
    return element.getParentNode() instanceof Element suite
            && suite.getTagName().equals("testsuite")
        ? fullName(suite) + ": " + name
        : name;
  }

  private static @Nullable String failure(Element element) {
    for (String kind : List.of("failure", "error", "skipped")) {
      if (element.getElementsByTagName(kind).item(0) instanceof Element problem) {
        String text = problem.getTextContent().strip();
        return kind + ": " + (text.isEmpty() ? problem.getAttribute("message") : text);
      }
    }
    return null;
  }
}
