import Foundation
import Library
import Notes
import SwiftSyncRuntime

/// Fills a shelf, lends a book, and prints the tables, with the types of two schemas.
@main
struct Bookshelf {
  static func main() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("bookshelf-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let library = SyncStore(
      LibrarySchema.self, .init(location: .url(folder.appendingPathComponent("library.sqlite"))))
    let notes = SyncStore(
      NotesSchema.self, .init(location: .url(folder.appendingPathComponent("notes.sqlite"))))
    try await fill(library, notes)
    try await show(library, notes)
  }

  private static func fill(_ library: SyncStore, _ notes: SyncStore) async throws {
    let moment = Date(timeIntervalSince1970: 1_772_530_200)
    for book in books(moment) { try await library.insert(book) }
    try await library.insert(
      Loan(
        id: id(11), borrower: "Grace", dueOn: try day("2026-03-20"), updatedAt: moment,
        bookID: id(1)))
    try await notes.insert(
      Note(id: id(21), bookID: id(2), text: "\"Only the notes matter\"", page: 12))
  }

  private static func books(_ moment: Date) -> [Book] {
    [
      Book(
        id: id(1), title: "Sketch of the Engine", author: "Menabrea, Lovelace", pages: 66,
        updatedAt: moment),
      Book(id: id(2), title: "Notes", author: nil, pages: nil, updatedAt: moment),
    ]
  }

  private static func show(_ library: SyncStore, _ notes: SyncStore) async throws {
    let today = try day("2026-04-01")
    let books = try await library.fetch(Book.order(\.title))
    print(LibraryCSV.table(books))
    for book in books {
      print(book.title)
      for loan in try await book.loans(in: library) {
        print("  lent to \(loan.borrower)\(loan.isOverdue(on: today) ? ", overdue" : "")")
      }
      for note in try await notes.fetch(Note.where { $0.bookID == book.id }) {
        print("  p. \(note.page.map(String.init) ?? "?"): \(note.text)")
      }
    }
  }

  private static func day(_ text: String) throws -> CalendarDay {
    guard let day = CalendarDay(text) else { throw CocoaError(.formatting) }
    return day
  }

  /// An identity that is the same in each run.
  private static func id(_ number: UInt8) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
  }
}
