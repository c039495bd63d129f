// Checks the generated code: what it reads from JSON, and what it writes.
package com.example

import com.example.social.Account
import com.example.social.Attachment
import com.example.social.Notice
import com.example.social.NoticeKind
import com.example.social.Picture
import com.example.social.Status
import com.example.social.Translation
import com.example.social.Visibility
import com.example.tracker.ChecklistItem
import com.example.tracker.IntegerDates
import com.example.tracker.JsonException
import com.example.tracker.Money
import com.example.tracker.Patch
import com.example.tracker.Project
import com.example.tracker.TaskPriority
import com.example.tracker.TaskState
import com.example.tracker.Todo
import com.example.tracker.TodoPatch
import com.example.tracker.toText
import java.math.BigDecimal
import java.net.URI
import java.time.Instant
import java.time.LocalDate
import java.util.UUID
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive

private fun json(value: Any?): JsonElement = when (value) {
  null -> JsonNull
  is JsonElement -> value
  is Number -> JsonPrimitive(value)
  is Boolean -> JsonPrimitive(value)
  is List<*> -> JsonArray(value.map(::json))
  else -> JsonPrimitive(value.toString())
}

private fun row(vararg members: Pair<String, Any?>) = JsonObject(members.associate { it.first to json(it.second) })

private fun expect(actual: Any?, expected: Any?) {
  check(actual == expected) { "expected $expected, found $actual" }
}

private fun expectError(message: String, action: () -> Unit) {
  try {
    action()
  } catch (error: JsonException) {
    return expect(error.message, message)
  }
  throw IllegalStateException("expected an error: $message")
}

private val id = UUID.fromString("1b4e28ba-2fa1-11d2-883f-0016d3cca427")
private val other = UUID.fromString("6fa459ea-ee8a-3ca4-894e-db77e160355e")
private val noon = Instant.parse("2026-03-03T12:00:00Z")

private fun checkTodo() {
  val todo = Todo.fromJson(
    row(
      "id" to id, "title" to "Write", "description" to "", "estimate" to "1.50", "due_on" to "2026-03-04",
      "state" to row("id" to "in_review", "label" to "In Review"), "priority" to "3", "remind_at" to noon.epochSecond,
      "links" to listOf("https://example.com"), "created_at" to "2026-03-03 13:00:00+01:00", "updated_at" to noon.toEpochMilli(),
      "project" to row("id" to other, "name" to "Book"), "parent" to other, "draft_note" to "not read"
    )
  )
  val expected = Todo(
    id = id, title = "Write", estimate = BigDecimal("1.50"), dueOn = LocalDate.of(2026, 3, 4),
    state = TaskState.Unknown("in_review"), stateLabel = "In Review", priority = TaskPriority.High, remindAt = noon,
    links = listOf(URI("https://example.com")), createdAt = noon, updatedAt = noon, projectID = other, parentID = other
  )
  expect(todo, expected)
  expect(Todo.fromJson(todo.toJson()), todo.copy(stateLabel = null))
  expectError("title is missing") { Todo.fromJson(row("id" to id, "title" to null)) }
}

private fun checkPatch() {
  val patch = TodoPatch(
    title = Patch.Set("Print"), details = Patch.Set(null), state = Patch.Set(TaskState.Done), labelIDs = Patch.Set(listOf("ui")),
    number = Patch.Set(7)
  )
  val sent = row(
    "title" to "Print", "description" to null, "state" to row("id" to "done"), "label_ids" to listOf("ui")
  )
  expect(patch.toJson(), sent)
  val before = Todo(id = id, title = "Write", details = "All", priority = TaskPriority.Low, updatedAt = noon, projectID = other)
  val after = patch.applyTo(before)
  expect(after.updatedAt > noon, true)
  expect(after.copy(updatedAt = noon), before.copy(title = "Print", details = null, state = TaskState.Done, number = 7))
}

private fun checkProject() {
  val project = Project.fromJson(
    row(
      "id" to id, "name" to "Book", "code" to "B", "budget_minor" to 1990, "budget_currency" to "EUR", "owner_id" to other,
      "costs" to row("spent_cents" to "500", "currency" to "EUR"), "weekly_hours" to row("10" to 7.5)
    )
  )
  expect(project.budget, Money(1990, "EUR"))
  expect(project.spent, Money(500, "EUR"))
  expect(project.weeklyHours, mapOf("10" to 7.5))
  expect(Project.fromJson(project.toJson()).spent, project.spent)
  expect(Money.ofMajor(BigDecimal("19.90"), "EUR").major(), BigDecimal("19.90"))
}

private fun checkValues() {
  expect(ChecklistItem.fromJson(row("no" to 2, "text" to "a", "done" to true, "task_id" to id)).number, 2L)
  expect(noon.plusNanos(1_000).toText(), "2026-03-03T12:00:00.000001Z")
  expect(IntegerDates().toInstant(IntegerDates().fromInstant(Instant.parse("1969-01-01T00:00:00.5Z"))), Instant.parse("1969-01-01T00:00:00.5Z"))
  expect(TaskState.known.map(TaskState::value), listOf("todo", "in_progress", "done"))
  expectError("priority: 9 has the wrong form") {
    Todo.fromJson(row("title" to "a", "priority" to 9, "project_id" to id))
  }
}

private fun checkStatus() {
  val picture = row(
    "type" to "image", "id" to "p", "url" to "https://example.com/p", "meta" to row("original" to row("width" to 4))
  )
  val scroll = row("type" to "scroll", "length" to 3)
  val status = Status.fromJson(
    row(
      "id" to "1", "created_at" to "Tue Mar 03 12:00:00 +0000 2026", "account" to row("id" to "a"), "visibility" to "private",
      "media_attachments" to listOf(picture, scroll), "spoiler_text" to "", "reblog" to row("id" to "2"),
      "filtered" to listOf(row("filter" to row("title" to "news")), row("filter" to row("title" to "sport"))),
      "translation" to row("language" to "de", "content" to "a", "quotes" to listOf(row("language" to "en", "content" to "b")))
    )
  )
  val image = Attachment.Image(Picture(id = "p", url = URI("https://example.com/p"), width = 4))
  expect(status.attachments, listOf(image, Attachment.Unknown(scroll)))
  expect(status.createdAt, noon)
  expect(listOf(status.accountID, status.sharedID, status.contentWarning), listOf("a", "2", null))
  expect(status.visibility, Visibility.Private)
  expect(status.filterTitles, listOf("news", "sport"))
  expect(status.translation, Translation("de", "a", listOf(Translation("en", "b"))))
  expect(status.toJson()["media_attachments"].toString().contains("\"meta\":{\"original\":{\"width\":4,"), true)
  expect(Notice.fromJson(row("id" to 1, "type" to "favourite", "created_at" to noon, "account_id" to "a")).kind, NoticeKind.Favorite)
  // `invalid: null`: a value that is not valid counts as null.
  val account = row("id" to "a", "username" to "a", "acct" to "a", "url" to "https://a", "avatar" to "not a URL", "created_at" to noon)
  expect(Account.fromJson(account).avatarURL, null)
}

fun main() {
  checkTodo()
  checkPatch()
  checkProject()
  checkValues()
  checkStatus()
}
