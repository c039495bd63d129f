import Testing

@testable import SyncGenEmit

@Suite struct SwiftOutlineTests {
  private func privateNames(_ code: String) -> [String] {
    SwiftOutline(of: Array(code.utf8)).privateNames.map {
      $0.scope.isEmpty ? $0.signature : "\($0.scope).\($0.signature)"
    }
  }

  @Test func findsEveryKindOfDeclaration() {
    let code = """
      private struct A<T> where T: Equatable {}
      fileprivate final class B: C { class func f() {} }
      private enum D { case x, y }
      private protocol E {}
      @MainActor private actor F {}
      private typealias G = Int
      private let (h, i) = (1, 2), j = 3
      private var k: [String: Int] = [:], `l`: Int
      private func m<T: Hashable>(_ n: T, in o: [String: (T, Int)] = [:]) -> Int where T: P { 1 }
      private func == (left: A<Int>, right: A<Int>) -> Bool { true }
      """
    #expect(
      privateNames(code) == [
        "A", "B", "D", "E", "F", "G", "h", "i", "j", "k", "l", "m(_:T,in:[String:(T,Int)])",
        "==(left:A<Int>,right:A<Int>)",
      ])
  }

  @Test func findsMembersOfTypesAndExtensions() {
    let code = """
      struct A {
        private let b = 1
        private(set) var c = 2
        private init(d: Int) { let e = d; func f() {} }
        struct G { fileprivate static var h: Int { 1 } }
      }
      private extension A.G {
        var i: Int { 1 }
        internal var j: Int { 2 }
        subscript(k: Int) -> Int { k }
      }
      """
    #expect(
      privateNames(code) == ["A.b", "A.init(d:Int)", "A.G.h", "A.G.i", "A.G.subscript(k:Int)"])
  }

  @Test func ignoresCommentsAndLiterals() {
    let code = ###"""
      // private let a = 1 {
      /* private let b = 1 { /* { */ */
      let c = "private let d = 1 { \(e { "}" }) {"
      let f = """
        private let g = 1 {
        """
      let h = #"{ "# + ##"\##("{")"## // {
      let i = #/{"/#
      let j = x.private
      let `private` = 1
      private let k = 1
      """###
    #expect(privateNames(code) == ["k"])
  }

  @Test func ignoresNonPrivateDeclarations() {
    let code = """
      struct A { var b: Int { get }; func c(d: Int) -> Int }
      extension A { static let e = 1 }
      public extension A { func f() {} }
      let actor = 1
      """
    #expect(privateNames(code) == [])
  }

  /// Templates may output anything; the compiler reports the errors.
  @Test(
    arguments: [
      "}", "{", "\"", "\"\"\"", "#\"", "\"\\(", "/*", "@", "import", "import .", "private func",
      "extension", "struct", "let", "private let (", "#if", "#endif\n#else\nimport A", "`",
      "private func (", "func f(", "private var a,", "#/", "\"\\",
    ])
  func toleratesInvalidCode(_ text: String) {
    #expect(SwiftOutline(of: Array(text.utf8)).privateNames.count < 2)
  }

  @Test func handlesDeepNesting() {
    let depth = 100_000
    for (open, close) in [("\"\\(", ")\""), ("{", "}"), ("struct A {", "}"), ("/*", "*/")] {
      let text =
        String(repeating: open, count: depth) + String(repeating: close, count: depth)
        + "\nprivate let a = 1"
      #expect(privateNames(text) == ["a"], "\(open)")
    }
  }

  /// Storing the path of each level once needed 10 GB for 100,000 levels.
  @Test func limitsScopePathsOfDeepTypes() {
    let depth = 20_000
    let text =
      String(repeating: "struct A { ", count: depth) + "private let a = 1"
      + String(repeating: " }", count: depth) + "\nstruct B { private let b = 1 }"
    let names = SwiftOutline(of: Array(text.utf8)).privateNames
    #expect(names.map(\.name) == ["a", "b"])
    #expect(names.allSatisfy { $0.scope.utf8.count < 1_000 })
    #expect(names.last?.scope == "B")
  }
}
