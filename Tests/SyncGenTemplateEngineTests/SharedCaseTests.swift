import Foundation
import SyncGenTemplateEngine
import Testing

/// Cases of the language as JSON files, if they are next to the repository.
struct SharedCaseTests {
  static let folder = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../../shared/cases/stencil").standardizedFileURL

  static let files =
    (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil))?
    .filter { $0.pathExtension == "json" }.map(\.lastPathComponent).sorted() ?? []

  @Test(.enabled(if: !files.isEmpty), arguments: files)
  func cases(file: String) throws {
    let data = try Data(contentsOf: Self.folder.appendingPathComponent(file))
    let list = try JSONValueReader.value(of: Array(data))
    guard case .array(let cases) = list else {
      Issue.record("\(file) is no list")
      return
    }
    #expect(!cases.isEmpty)
    for testCase in cases { check(testCase, file) }
  }

  private func check(_ testCase: TemplateValue, _ file: String) {
    var files: [String: String] = [:]
    if case .dictionary(let entries) = testCase.member("files") {
      for entry in entries.entries { files[entry.key] = entry.value.text }
    }
    let context = testCase.member("context")
    let undefined = TemplateOptions.Undefined(rawValue: testCase.member("undefined").text) ?? .empty
    let trim = TemplateOptions.Trim(rawValue: testCase.member("trim").text) ?? .nothing
    let rendered = render(
      Array(testCase.member("template").text.utf8), context, files: files, undefined: undefined,
      trim: trim)
    let name = "\(file): \(testCase.member("name").text)"
    if testCase.member("expect").text == "error" {
      if case .text(let text) = rendered { Issue.record("\(name): no error, but \(text)") }
    } else {
      #expect(rendered == .text(testCase.member("expected").text), Comment(rawValue: name))
    }
  }
}
