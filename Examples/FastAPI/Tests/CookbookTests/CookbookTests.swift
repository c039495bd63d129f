import Cookbook
import Foundation
import SwiftSyncRuntime
import Testing

/// Two devices and the service.
@Suite(.enabled(if: CookbookServer.isAvailable, CookbookServer.hint))
struct CookbookTests {
  @Test func logsInAndRefreshesTokens() async throws {
    try await CookbookServer.run(tokenSeconds: 2) { server in
      let error = await #expect(throws: APIError.self) {
        try await Account.logIn(
          to: server.origin, email: "ada@example.com", password: "wrong", location: .inMemory)
      }
      #expect(error?.response?.status == 401)
      let device = try await server.device()
      #expect(device.user.name == "Ada")
      try await Task.sleep(for: .seconds(2.2))
      _ = try await device.add("Soup")
      try await device.sync()
      #expect(try await device.recipe("Soup").map { $0.id > 0 } == true)
    }
  }

  @Test func createsOfflineWithNestedListsAndTags() async throws {
    try await CookbookServer.run { server in
      let (phone, tablet) = (try await server.device(), try await server.device(of: "bob"))
      let leek = Ingredient(name: "leek", amount: 2)
      let milk = Ingredient(name: "milk", amount: 0.5, unit: "l")
      let soup = try await phone.add("Soup", ingredients: [leek, milk], tags: ["quick", "vegan"])
      let comment = Cookbook.Comment(
        text: "My grandmother's.", authorID: phone.user.id, recipeID: soup.id)
      try await phone.store.insert(comment)
      #expect(soup.id < 0)
      try await phone.sync()
      try await tablet.sync()

      let arrived = try #require(try await tablet.recipe("Soup"))
      #expect(arrived.id == 1)
      #expect(try await phone.recipe("Soup")?.id == 1)
      #expect(arrived.ingredients == [leek, milk])
      // The service sends dates without a time zone.
      #expect(abs(arrived.createdAt.timeIntervalSinceNow) < 600)
      #expect(try await arrived.author(in: tablet.store)?.name == "Ada")
      #expect(try await arrived.tags.ids(in: tablet.store).sorted() == ["quick", "vegan"])
      let comments = try await arrived.comments(in: tablet.store)
      #expect(comments.map(\.text) == ["My grandmother's."])
      #expect(try await comments[0].author(in: tablet.store)?.name == "Ada")
    }
  }

  @Test func editsReachTheOtherDevice() async throws {
    try await CookbookServer.run { server in
      let (phone, tablet) = (try await server.device(), try await server.device())
      _ = try await phone.add("Soup", ingredients: [Ingredient(name: "leek")], tags: ["quick"])
      try await phone.sync()
      try await tablet.sync()

      let soup = try #require(try await tablet.recipe("Soup"))
      let patch = Recipe.Patch(
        servings: .value(8), ingredients: .value([Ingredient(name: "onion", amount: 3)]))
      try await tablet.store.update(Recipe.self, id: soup.id, patch)
      try await tablet.store.insert(Tag(name: "cheap"))
      try await tablet.store.link("cheap", to: \.tags, of: soup)
      // The phone edits another member of the same recipe, before it sees the edit of the tablet.
      try await phone.store.update(
        Recipe.self, id: soup.id, Recipe.Patch(instructions: .value("Boil.")))
      try await tablet.sync()
      try await phone.sync()
      try await tablet.sync()

      for device in [phone, tablet] {
        let edited = try #require(try await device.recipe("Soup"))
        #expect(edited.servings == 8)
        #expect(edited.ingredients == [Ingredient(name: "onion", amount: 3)])
        #expect(edited.instructions == "Boil.")
        #expect(try await edited.tags.ids(in: device.store).sorted() == ["cheap", "quick"])
        #expect(try await device.store.count(PendingChange.all) == 0)
      }
    }
  }

  @Test func togglesFavorites() async throws {
    try await CookbookServer.run { server in
      let (phone, tablet) = (try await server.device(), try await server.device())
      let bob = try await server.device(of: "bob")
      // A favorite of a recipe that the service does not know yet.
      let soup = try await phone.add("Soup")
      try await phone.store.insert(Favorite(recipeID: soup.id))
      try await phone.sync()
      try await tablet.sync()
      try await bob.sync()
      #expect(try await tablet.recipe("Soup")?.favorite(in: tablet.store) != nil)
      #expect(try await bob.recipe("Soup")?.favorite(in: bob.store) == nil)

      try await tablet.store.delete(Favorite.self, id: 1)
      try await tablet.sync()
      try await phone.sync()
      #expect(try await phone.store.count(Favorite.all) == 0)
      #expect(try await phone.store.count(Recipe.all) == 1)
    }
  }

  @Test func uploadsPhotos() async throws {
    try await CookbookServer.run { server in
      let (phone, tablet) = (try await server.device(), try await server.device())
      _ = try await phone.add("Soup")
      try await phone.sync()
      let photo = try server.file("soup.png", Data([0x89, 0x50, 0x4E, 0x47]))
      try await phone.api.uploadPhoto(
        recipeID: 1, file: UploadFile(photo, contentType: "image/png"), into: phone.store)
      let path = try #require(try await phone.recipe("Soup")?.photoURL)
      try await tablet.sync()
      #expect(try await tablet.recipe("Soup")?.photoURL == path)
      #expect(path.hasPrefix("/photos/") && path.hasSuffix(".png"))

      let text = try server.file("soup.txt", Data("soup".utf8))
      let error = await #expect(throws: APIError.self) {
        try await phone.api.uploadPhoto(
          recipeID: 1, file: UploadFile(text, contentType: "text/plain"), into: phone.store)
      }
      #expect(error?.response?.status == 415)
      #expect(try await phone.recipe("Soup")?.photoURL == path)
    }
  }

  @Test func showsRejectedValues() async throws {
    try await CookbookServer.run { server in
      let phone = try await server.device()
      let soup = try await phone.add("Soup", ingredients: [Ingredient(name: "leek", amount: 0)])
      try await phone.store.update(Recipe.self, id: soup.id, Recipe.Patch(servings: .value(60)))
      let summary = try await phone.session.run()
      let problem = try #require(summary.problems.first)
      #expect(summary.problems.count == 1)
      #expect(problem.kind == .rejected && problem.status == 422)
      #expect(
        problem.fieldErrors == [
          "servings": ["Input should be less than or equal to 50"],
          "ingredients[0].amount": ["Input should be greater than 0"],
        ])
      #expect(
        problem.errors(of: \Recipe.Patch.servings) == ["Input should be less than or equal to 50"])

      let repaired = Recipe.Patch(
        servings: .value(6), ingredients: .value([Ingredient(name: "leek", amount: 1)]))
      try await phone.store.update(Recipe.self, id: soup.id, repaired)
      try await phone.session.resolve(problem, .retry)
      try await phone.sync()
      #expect(try await phone.recipe("Soup")?.id == 1)
      #expect(try await phone.store.problems().isEmpty)
    }
  }

  @Test func deletionsReachTheOtherDevice() async throws {
    try await CookbookServer.run { server in
      let (phone, tablet) = (try await server.device(), try await server.device())
      let soup = try await phone.add("Soup", tags: ["quick"])
      _ = try await phone.add("Cake")
      try await phone.store.insert(
        Cookbook.Comment(text: "Good.", authorID: phone.user.id, recipeID: soup.id))
      try await phone.sync()
      try await tablet.sync()
      #expect(try await tablet.store.count(Cookbook.Comment.all) == 1)

      try await phone.store.delete(Recipe.where { $0.title == "Soup" })
      try await phone.sync()
      // Pages can move while they are read, so a recipe is deleted when it is missing twice.
      // Between the two, the service has no comments of it.
      let gone = try #require(try await tablet.recipe("Soup"))
      let first = try await tablet.session.run()
      #expect(first.isComplete)
      guard case .pulled(let comments) = first.steps.last?.outcome else {
        Issue.record("\(first)")
        return
      }
      #expect(comments.goneParents == ["Recipe/\(gone.id)"])
      #expect(try await tablet.recipe("Soup") != nil)
      try await tablet.sync()
      #expect(try await tablet.store.fetch(Recipe.all).map(\.title) == ["Cake"])
      #expect(try await tablet.store.count(Cookbook.Comment.all) == 0)
    }
  }
}
