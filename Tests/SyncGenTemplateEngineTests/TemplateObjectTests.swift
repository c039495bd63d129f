import SyncGenDiagnostics
import SyncGenTemplateEngine
import Testing

/// Contexts whose members are created only when a template asks for them.
struct TemplateObjectTests {
  final class Entity: TemplateObject {
    let name: String

    init(_ name: String) {
      self.name = name
    }

    func member(_ name: TemplateName) -> TemplateValue? {
      switch name.text {
      case "name": .string(self.name)
      case "comment": .null
      case "owner": .object(Entity("Owner of " + self.name))
      case "fields": .array([.string("id"), .string("title")])
      default: nil
      }
    }

    var memberNames: [String] { ["name", "comment", "owner", "fields"] }
  }

  private func render(_ template: String) -> Rendered {
    SyncGenTemplateEngineTests.render(Array(template.utf8), .object(Entity("Task")))
  }

  @Test func membersAreVariables() {
    let template =
      "{{ name }}[{{ comment }}]{{ owner.owner.name }}{% for f in fields %}{{ f }}{% endfor %}"
    #expect(render(template) == .text("Task[]Owner of Owner of Taskidtitle"))
  }

  @Test func rejectsUnknownMemberInLoop() {
    #expect(
      render("{% for f in owner.feilds %}{% endfor %}")
        == .errors([
          "main.stencil:1:19: error: undefined variable 'owner.feilds': there is no 'feilds' "
            + "[template-undefined-variable]",
          "main.stencil:1:19: note: did you mean 'fields'?",
        ]))
  }

  @Test func printsCyclicObjects() {
    #expect(
      render("{{ owner }}")
        == .text(
          #"["comment": nil, "fields": ["id", "title"], "name": "Owner of Task", "#
            + #""owner": {comment, fields, name, owner}]"#))
  }
}
