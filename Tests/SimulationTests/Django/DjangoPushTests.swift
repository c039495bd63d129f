import Foundation
import Music
import SwiftSyncRuntime
import Testing

/// Pushes to Django REST framework with its default settings, over HTTP.
@Suite(.enabled(if: DjangoServer.isAvailable, Comment(rawValue: DjangoServer.installationHint)))
struct DjangoPushTests {
  @Test func newRowsGetServerIDs() async throws {
    try await DjangoServer.run { django in
      try await django.pull()
      _ = django.requests()
      let artist = Artist(name: "Kestrel")
      let genre = Genre(name: "dub")
      let album = Album(
        title: "First Flight", medium: .cd, released: CalendarDay("2026-02-28"),
        price: Decimal(string: "12.50"), artistID: artist.id)
      let track = Track(number: 1, title: "Updraft", isLive: true, albumID: album.id)
      // Not in the order that the server needs.
      try await django.store.insert(track)
      try await django.store.insert(album)
      try await django.store.update(
        Album.self, id: album.id, Album.Patch(genreIDs: .value([genre.id, 2])))
      try await django.store.insert(genre)
      try await django.store.insert(artist)

      let summary = try await django.push()

      #expect(summary.rows.confirmed == 4 && summary.requests == 4)
      let requests = django.requests()
      #expect(
        requests.prefix(2).sorted() == [
          #"POST artists/ {"name":"Kestrel","founded":null}"#, #"POST genres/ {"name":"dub"}"#,
        ])
      #expect(
        requests.dropFirst(2) == [
          #"POST albums/ {"title":"First Flight","medium":"cd","released":"2026-02-28","price":"12.5","notes":"","artist":4,"genres":[2,5]}"#,
          #"POST tracks/ {"number":1,"title":"Updraft","is_live":true,"album":26}"#,
        ])
      #expect(try django.onServer(.artists).last == "4 | Kestrel | -")
      #expect(try django.onServer(.genres).last == "5 | dub")
      #expect(
        try #require(django.onServer(.albums).last).hasPrefix(
          "26 | First Flight | cd | 2026-02-28 | 12.50 |  | 4 | "))
      #expect(try django.onServer(.albumGenres).suffix(2) == ["26 | 2", "26 | 5"])
      #expect(try django.onServer(.tracks).last == "13 | 1 | Updraft | 1 | 26")
      try django.expectSameRows()
      #expect(try django.queue() == [])
      #expect(try await django.store.fetch(Track.self, id: track.id)?.id == 13)
    }
  }

  @Test func updatesSendOnlyWrittenFields() async throws {
    try await DjangoServer.run { django in
      try await django.pull()
      _ = django.requests()
      try await django.store.update(
        Album.self, id: 1, Album.Patch(title: "High Water", price: .null))
      try await django.store.update(Album.self, id: 2, Album.Patch(genreIDs: .value([1, 4])))
      try await django.store.update(Album.self, id: 3, Album.Patch(artistID: 2))
      try await django.store.update(Track.self, id: 5, Track.Patch(isLive: true))

      #expect(try await django.push().rows.confirmed == 4)

      #expect(
        django.requests().sorted() == [
          #"PATCH albums/1/ {"title":"High Water","price":null}"#,
          #"PATCH albums/2/ {"genres":[1,4]}"#,
          #"PATCH albums/3/ {"artist":2}"#,
          #"PATCH tracks/5/ {"is_live":true}"#,
        ])
      let albums = try django.onServer(.albums).prefix(3)
      #expect(
        albums.map { $0.replacing(#/ \| [-0-9]+ [:.0-9]+$/#, with: "") } == [
          "1 | High Water | cd | 1991-03-01 | - |  | 2",
          "2 | Lanterns | download | 1992-03-02 | 10.90 |  | 3",
          "3 | North Road | vinyl | 1993-03-03 | 11.90 |  | 2",
        ])
      #expect(
        try django.onServer(.albumGenres).filter { $0.hasPrefix("2 |") } == ["2 | 1", "2 | 4"])
      #expect(try django.onServer(.tracks)[4] == "5 | 1 | Lanterns, part 1 | 1 | 2")
      try django.expectSameRows()
      #expect(try django.queue() == [])
    }
  }

  @Test func storesValuesNormalizedByServer() async throws {
    try await DjangoServer.run { django in
      try await django.pull()
      // A serializer trims strings.
      let genre = Genre(name: "  dub ")
      try await django.store.insert(genre)
      try await django.store.update(Album.self, id: 1, Album.Patch(title: " High Water"))

      #expect(try await django.push().rows.confirmed == 2)

      #expect(try await django.store.fetch(Genre.self, id: 5)?.name == "dub")
      #expect(try await django.store.fetch(Album.self, id: 1)?.title == "High Water")
      try django.expectSameRows()
      #expect(try django.queue() == [])
    }
  }

  @Test func rowWaitsForRejectedTarget() async throws {
    try await DjangoServer.run { django in
      try await django.pull()
      _ = django.requests()
      let artist = Artist(name: "Oak & Ash")
      let album = Album(title: "Roots", artistID: artist.id)
      try await django.store.insert(artist)
      try await django.store.insert(album)

      #expect(try await django.push().rows.rejected == 1)

      #expect(django.requests() == [#"POST artists/ {"name":"Oak & Ash","founded":null}"#])
      #expect(
        try await django.store.problems(.rejected).map(\.message) == [
          "the status is 400, expected 200 to 299: "
            + #"{"name":["artist with this name already exists."]}"#
        ])
      try await django.store.update(Artist.self, id: artist.id, Artist.Patch(name: "Ash & Oak"))
      #expect(try await django.push().rows.confirmed == 2)
      #expect(try django.onServer(.artists).last == "4 | Ash & Oak | -")
      #expect(
        try #require(django.onServer(.albums).last).hasPrefix("26 | Roots | vinyl | - | - |  | 4 |")
      )
      try django.expectSameRows()
      #expect(try django.queue() == [])
    }
  }

  @Test func deletesChildrenBeforeParents() async throws {
    try await DjangoServer.run { django in
      try await django.pull()
      _ = django.requests()
      try await django.store.delete(Genre.self, id: 3)
      try await django.store.delete(Album.self, id: 1)

      try await django.push()

      let requests = django.requests()
      let tracks = (1...4).map { "DELETE tracks/\($0)/" }
      // The albums lose their genre, which changes their lists.
      let albums = ["10", "14", "2", "22"].map { "PATCH albums/\($0)/ {\"genres\":[]}" }
      #expect(requests.sorted() == ["DELETE albums/1/", "DELETE genres/3/"] + tracks + albums)
      let album = try #require(requests.firstIndex(of: "DELETE albums/1/"))
      #expect(requests[..<album].filter { $0.hasPrefix("DELETE tracks/") }.sorted() == tracks)
      #expect(try django.onServer(.genres) == ["1 | folk", "2 | jazz", "4 | rock"])
      #expect(try django.onServer(.albums).count == 24)
      #expect(try django.onServer(.tracks).count == 8)
      try django.expectSameRows()
      #expect(try django.queue() == [])
    }
  }

  @Test func keepsRejectionReasonsAndPushesOthers() async throws {
    try await DjangoServer.run { django in
      try await django.pull()
      let taken = Track(number: 1, title: "Again", albumID: 1)
      try await django.store.insert(taken)
      try await django.store.insert(Track(number: 9, title: "Coda", albumID: 1))
      try await django.store.update(Album.self, id: 2, Album.Patch(title: ""))

      let summary = try await django.push()

      #expect(summary.rows.confirmed == 1 && summary.rows.rejected == 2)
      let rejected = try await django.store.problems(.rejected)
      #expect(
        rejected.map { "\($0.entity): \($0.message)" } == [
          "Track: the status is 400, expected 200 to 299: "
            + #"{"non_field_errors":["The fields album, number must make a unique set."]}"#,
          "Album: the status is 400, expected 200 to 299: "
            + #"{"title":["This field may not be blank."]}"#,
        ])
      #expect(
        rejected.map(\.fieldErrors) == [
          ["non_field_errors": ["The fields album, number must make a unique set."]],
          ["title": ["This field may not be blank."]],
        ])
      #expect(try django.queue() == ["insert | Track | \(taken.id)", "update | Album | 2"])
      #expect(try django.onServer(.tracks).last == "13 | 9 | Coda | 0 | 1")
      #expect(try django.onServer(.albums)[1].hasPrefix("2 | Lanterns | "))

      // The app corrects both.
      try await django.store.update(Track.self, id: taken.id, Track.Patch(number: 5))
      try await django.store.update(Album.self, id: 2, Album.Patch(title: "Lamps"))
      _ = django.requests()
      #expect(try await django.push().rows.confirmed == 2)
      #expect(
        django.requests().sorted() == [
          #"PATCH albums/2/ {"title":"Lamps"}"#,
          #"POST tracks/ {"number":5,"title":"Again","is_live":false,"album":1}"#,
        ])
      try django.expectSameRows()
      #expect(try await django.store.problems(.rejected).isEmpty)
      #expect(try django.queue() == [])
    }
  }

  @Test func fieldErrorsAreTyped() async throws {
    try await DjangoServer.run { django in
      let error = await #expect(throws: APIError.self) {
        try await django.api.createAlbum(Album(title: "", artistID: 99))
      }
      #expect(error?.response?.status == 400)
      #expect(
        error?.body(as: [String: [String]].self) == [
          "title": ["This field may not be blank."],
          "artist": [#"Invalid pk "99" - object does not exist."#],
        ])
      let albums = try django.onServer(.albums)
      #expect(albums.count == 25)
    }
  }

  @Test func keepsEditOfRowDeletedOnServerUntilItIsDiscarded() async throws {
    try await DjangoServer.run { django in
      try await django.pull()
      try await django.other.deleteAlbum(id: 1)
      try await django.other.deleteTrack(id: 5)
      try await django.store.update(Album.self, id: 1, Album.Patch(title: "Too late"))
      try await django.store.delete(Track.self, id: 5)
      try await django.store.update(Album.self, id: 2, Album.Patch(title: "In time"))

      let summary = try await django.push()

      #expect(summary.rows.confirmed == 2)
      #expect(summary.problems.map(\.kind) == [.goneOnServer])
      #expect(summary.problems.map(\.status) == [404])
      #expect(try await django.store.fetch(Album.self, id: 1)?.title == "Too late")

      #expect(try await django.store.discardPendingChange(of: Album.self, id: 1))
      #expect(try django.queue() == [])
      #expect(try await django.store.fetch(Album.self, id: 1) == nil)
      #expect(try await django.store.problems(.rejected).isEmpty)
      try django.expectSameRows()
    }
  }

  @Test func sessionMergesEditsOfBothSides() async throws {
    try await DjangoServer.run { django in
      try await django.pull()
      let (api, store) = (django.api, django.store)
      try await store.update(Album.self, id: 1, Album.Patch(title: "Here", genreIDs: .value([1])))
      let artist = Artist(name: "Kestrel", founded: 2020)
      try await store.insert(artist)
      _ = try await django.other.updateAlbum(
        id: 1, Album.Patch(medium: .value(.vinyl), notes: "There"))
      let added = try await django.other.createAlbum(Album(title: "New there", artistID: 1))

      let summary = try await SyncSession(store, api).run { _ in }

      #expect(summary.isComplete)
      #expect(added.id == 26)
      #expect(
        try django.onServer(.albums)[0].hasPrefix(
          "1 | Here | vinyl | 1991-03-01 | 9.90 | There | 2 | "))
      #expect(try django.onServer(.artists).last == "4 | Kestrel | 2020")
      try django.expectSameRows()
      #expect(try django.queue() == [])
    }
  }

  @Test func fillsEmptyServer() async throws {
    try await DjangoServer.run(hasSample: false) { django in
      for number in 1...12 {
        let artist = Artist(name: "Artist \(number)")
        try await django.store.insert(artist)
        try await django.store.insert(Album(title: "Album \(number)", artistID: artist.id))
      }

      #expect(try await django.push().rows.confirmed == 24)
      try await django.pull()
      try await django.pull()

      #expect(try django.onServer(.artists).count == 12)
      #expect(try django.onServer(.albums).count == 12)
      try django.expectSameRows()
      #expect(try django.queue() == [])
    }
  }
}
