import TestHelpers
import Testing

/// Apps and their views. The compiler finds them in SwiftUI only on Apple's systems.
extension PageProgram {
  /// Types of an app that have the names of types of the runtime.
  private static let namesakes = """
    enum APIClient {}
    struct APIError: Error {}
    struct Condition {}
    struct Draft {}
    enum Endpoint {}
    struct Patch {}
    enum Elsewhere { struct Note {} }
    """

  private static let modules = [
    "Combine", "Foundation", "Observation", "SwiftSyncLive", "SwiftSyncRuntime", "SwiftUI",
    "Tracker",
  ]

  /// In one module with what its schema generates and with namesakes.
  static let readmeApp = PageProgram("app of the README", .app(IsolationMode.all)) {
    let page = try PageCode("README.md")
    return Code(
      text: try page.swift("@main struct NotesApp: App {"),
      sources: try models(of: page.blocks("yaml")[0], path: "Schemas/Notes.yaml")
        + [("Namesakes.swift", namesakes)])
  }

  /// The statements that follow the app.
  static let readmeStatements = PageProgram("statements of the README", .app([.plain, .xcode])) {
    let page = try PageCode("README.md")
    let text = """
      import SwiftSyncKit
      import Foundation
      func edit(in store: SyncStore) async throws {
      \(try page.swift("let work = Folder(name:"))
        _ = (notes, milk)
      }
      """
    let schema = "swiftsync: 1\n" + page.blocks("yaml")[1]
    return Code(text: text, sources: try models(of: schema, path: "Schemas/Notes.yaml"))
  }

  static let views = PageProgram("docs/swiftui.md", .app([.plain, .xcode])) {
    let blocks = try PageCode("docs/swiftui.md").blocks("swift")
    return Code(text: blocks.joined(separator: "\n"), imports: modules)
  }

  static let openingViews = PageProgram("docs/opening.md", .app([.plain, .xcode])) {
    let views = try PageCode("docs/opening.md").blocks("swift").filter { $0.contains("some View") }
    return Code(text: (views + [view("ProjectList")]).joined(separator: "\n"), imports: modules)
  }

  static let accountView = PageProgram("docs/accounts.md", .app([.plain, .xcode])) {
    let login = """
      struct LoginForm: View {
        let account: AccountModel
        init(_ account: AccountModel) { self.account = account }
        var body: some View { Text(verbatim: "") }
      }
      """
    let blocks = try PageCode("docs/accounts.md").blocks("swift").dropFirst()
    return Code(
      text: (blocks + [view("ProjectList"), login]).joined(separator: "\n"), imports: modules)
  }

  static let syncState = PageProgram("docs/sync-state.md", .app([.plain, .xcode])) {
    let blocks = try PageCode("docs/sync-state.md").blocks("swift")
    return Code(text: blocks.joined(separator: "\n"), imports: modules)
  }

  static let recipeScene = PageProgram("scene of docs/recipes.md", .app([.plain, .xcode])) {
    let scene = try PageCode("docs/recipes.md").swift("some Scene")
    return Code(text: scene + view("TodoList"), imports: modules)
  }

  private static func view(_ name: String) -> String {
    "struct \(name): View { var body: some View { Text(verbatim: \"\") } }\n"
  }
}
