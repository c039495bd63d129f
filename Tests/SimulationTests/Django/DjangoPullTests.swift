import Foundation
import Music
import SwiftSyncRuntime
import Testing

/// Pulls from Django REST framework with its default settings, over HTTP.
@Suite(.enabled(if: DjangoServer.isAvailable, Comment(rawValue: DjangoServer.installationHint)))
struct DjangoPullTests {
  @Test func fetchesPagesUntilStatus404() async throws {
    try await DjangoServer.run { django in
      let reports = try await django.pull()

      #expect(
        reports == [.of(inserted: 3), .of(inserted: 4), .of(inserted: 25), .of(inserted: 12)])
      #expect(
        django.requests() == [
          "GET artists/?page=1", "GET artists/?page=2",
          "GET genres/?page=1", "GET genres/?page=2",
          "GET albums/?page=1", "GET albums/?page=2", "GET albums/?page=3", "GET albums/?page=4",
          "GET tracks/?page=1", "GET tracks/?page=2", "GET tracks/?page=3",
        ])
      #expect(
        try django.onDevice(.albums).first
          == "1 | Low Water | cd | 1991-03-01 | 9.90 |  | 2 | 2026-03-01 08:01:00.000")
      #expect(try django.onDevice(.albumGenres).prefix(3) == ["1 | 2", "1 | 4", "2 | 3"])
      try django.expectSameRows()
      #expect(
        try await django.pull() == [
          .of(unchanged: 3), .of(unchanged: 4), .of(unchanged: 25), .of(unchanged: 12),
        ])
    }
  }

  @Test func secondCompletePullRemovesDeletedRows() async throws {
    try await DjangoServer.run { django in
      try await django.pull()
      try await django.other.deleteAlbum(id: 2)
      try await django.other.deleteArtist(id: 3)
      _ = try await django.other.updateAlbum(id: 1, Album.Patch(genreIDs: .value([])))
      #expect(try django.onServer(.albums).count == 17)

      #expect(
        try await django.pull() == [
          .of(unchanged: 2), .of(unchanged: 4), .of(updated: 1, unchanged: 16), .of(unchanged: 8),
        ])
      #expect(try django.onDevice(.albums).count == 25)
      try await django.pull()

      #expect(try django.onDevice(.artists) == ["1 | Oak & Ash | 1974", "2 | The Tide Tables | -"])
      try django.expectSameRows()
      #expect(try django.queue() == [])
    }
  }

  @Test func fetchesOneRow() async throws {
    try await DjangoServer.run { django in
      try await django.pull()
      _ = try await django.other.updateAlbum(
        id: 7, Album.Patch(price: .value(4), notes: "Reissue", genreIDs: .value([4, 1])))

      #expect(try await django.api.album(id: 7, into: django.store) == .of(updated: 1))

      try django.expectSameRows()
      let error = await #expect(throws: APIError.self) { try await django.api.album(id: 99) }
      #expect(
        error?.body(as: MusicAPI.Detail.self)?.detail == "No Album matches the given query.")
    }
  }

  @Test func filtersByQuery() async throws {
    try await DjangoServer.run { django in
      try await django.pull()
      _ = try await django.other.updateAlbum(id: 4, Album.Patch(title: "Sea Salt"))
      _ = try await django.other.updateAlbum(id: 3, Album.Patch(title: "South Road"))
      _ = django.requests()

      let report = try await django.api.foundAlbums(artist: 2, medium: .cd, into: django.store)

      #expect(report == .of(updated: 1, unchanged: 8))
      #expect(django.requests() == ["GET albums/?artist=2&medium=cd"])
      #expect(
        try django.onDevice(.albums).map { $0.split(separator: " | ")[1] }.prefix(4) == [
          "Low Water", "Lanterns", "North Road", "Sea Salt",
        ])
      // All albums have a genre; those with the fourth genre fill two pages.
      let found = try await django.api.foundAlbums(genres: 4, into: django.store)
      #expect(found.inserted == 0 && found.updated == 1)
      #expect(
        django.requests() == ["GET albums/?genres=4", "GET albums/?genres=4&page=2"])
      try django.expectSameRows()
    }
  }

  @Test func invalidFilterIsTypedError() async throws {
    try await DjangoServer.run { django in
      let error = await #expect(throws: APIError.self) {
        try await django.api.foundAlbums(artist: 99)
      }
      #expect(
        error?.body(as: [String: [String]].self) == [
          "artist": ["Select a valid choice. That choice is not one of the available choices."]
        ])
      #expect(error?.response?.status == 400)
    }
  }

  @Test func fetchesChangesSinceLastCall() async throws {
    try await DjangoServer.run { django in
      try await django.pull()
      _ = django.requests()
      #expect(try await django.api.changedAlbums(into: django.store) == .of(unchanged: 25))
      #expect(
        django.requests() == [
          "GET albums/?page=1", "GET albums/?page=2", "GET albums/?page=3", "GET albums/?page=4",
        ])
      _ = try await django.other.updateAlbum(id: 9, Album.Patch(title: "Plate Glass"))

      // The newest album of the sample has the time 08:25, from which one second is subtracted.
      #expect(
        try await django.api.changedAlbums(into: django.store) == .of(updated: 1, unchanged: 1))
      #expect(
        django.requests() == [
          "GET albums/?updated_at__gte=2026-03-01T08%3A24%3A59Z&page=1",
          "GET albums/?updated_at__gte=2026-03-01T08%3A24%3A59Z&page=2",
        ])
      try django.expectSameRows()
    }
  }
}

extension DjangoServer {
  /// Both sides have the same rows.
  func expectSameRows(sourceLocation: SourceLocation = #_sourceLocation) throws {
    for table in Table.allCases {
      #expect(try onDevice(table) == onServer(table), sourceLocation: sourceLocation)
    }
  }
}
