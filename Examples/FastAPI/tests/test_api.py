import os
import tempfile
import unittest
from pathlib import Path

# The settings are read when the app is imported.
_folder = tempfile.TemporaryDirectory()
os.environ["DATABASE_URL"] = f"sqlite:///{_folder.name}/test.db"
os.environ["PHOTO_DIR"] = f"{_folder.name}/photos"

from fastapi.testclient import TestClient  # noqa: E402

from cookbook.database import Base, engine  # noqa: E402
from cookbook.main import app  # noqa: E402


class ApiTestCase(unittest.TestCase):
    def setUp(self):
        Base.metadata.drop_all(engine)
        Base.metadata.create_all(engine)
        self.ada = self.user("ada")

    def user(self, name):
        """A client whose user is logged in."""
        client = TestClient(app)
        self.addCleanup(client.close)
        account = {"email": f"{name}@example.com", "name": name.title(), "password": "open sesame"}
        self.assertEqual(client.post("/auth/register", json=account).status_code, 201)
        tokens = self.log_in(client, name).json()
        client.headers["Authorization"] = f"Bearer {tokens['access_token']}"
        client.refresh_token = tokens["refresh_token"]
        return client

    def log_in(self, client, name, password="open sesame"):
        form = {"username": f"{name}@example.com", "password": password}
        return client.post("/auth/token", data=form)

    def soup(self, **members):
        response = self.ada.post("/recipes", json={"title": "Soup", **members})
        self.assertEqual(response.status_code, 201, response.text)
        return response.json()


class AuthTests(ApiTestCase):
    def test_wrong_password(self):
        self.assertEqual(self.log_in(self.ada, "ada", "wrong").status_code, 401)

    def test_refresh_token_works_once(self):
        body = {"refresh_token": self.ada.refresh_token}
        tokens = self.ada.post("/auth/refresh", json=body).json()
        self.assertEqual(self.ada.post("/auth/refresh", json=body).status_code, 401)
        self.ada.headers["Authorization"] = f"Bearer {tokens['access_token']}"
        self.assertEqual(self.ada.get("/users/me").json()["name"], "Ada")

    def test_needs_a_token(self):
        self.assertEqual(TestClient(app).get("/recipes").status_code, 401)


class RecipeTests(ApiTestCase):
    def test_creates_and_lists(self):
        created = self.soup(
            ingredients=[{"name": "leek", "amount": 2}, {"name": "salt"}], tags=["Vegan", "quick"]
        )
        self.assertEqual([i["name"] for i in created["ingredients"]], ["leek", "salt"])
        self.assertEqual(sorted(created["tags"]), ["quick", "vegan"])
        self.assertEqual(created["author"]["name"], "Ada")
        self.assertEqual(self.user("bob").get("/recipes").json()[0]["title"], "Soup")
        self.assertEqual(len(self.ada.get("/recipes", params={"skip": 1}).json()), 0)

    def test_updates_only_given_members(self):
        soup = self.soup(tags=["vegan"], ingredients=[{"name": "leek"}])
        patched = self.ada.patch(f"/recipes/{soup['id']}", json={"tags": ["quick"]}).json()
        self.assertEqual(patched["tags"], ["quick"])
        self.assertEqual([i["name"] for i in patched["ingredients"]], ["leek"])
        self.assertGreater(patched["updated_at"], soup["updated_at"])
        self.assertEqual([t["name"] for t in self.ada.get("/tags").json()], ["quick", "vegan"])

    def test_validates(self):
        response = self.ada.post("/recipes", json={"title": "", "servings": 0})
        self.assertEqual(response.status_code, 422)
        self.assertEqual(
            [error["loc"] for error in response.json()["detail"]],
            [["body", "title"], ["body", "servings"]],
        )

    def test_deletes_with_comments(self):
        soup = self.soup()
        self.ada.post(f"/recipes/{soup['id']}/comments", json={"text": "Good"})
        self.assertEqual(self.ada.delete(f"/recipes/{soup['id']}").status_code, 204)
        self.assertEqual(self.ada.get(f"/recipes/{soup['id']}/comments").status_code, 404)


class CommentTests(ApiTestCase):
    def test_only_the_author_deletes(self):
        soup = self.soup()
        comment = self.ada.post(f"/recipes/{soup['id']}/comments", json={"text": "Good"}).json()
        self.assertEqual(comment["recipe_id"], soup["id"])
        path = f"/comments/{comment['id']}"
        self.assertEqual(self.user("bob").delete(path).status_code, 403)
        self.assertEqual(self.ada.delete(path).status_code, 204)


class FavoriteTests(ApiTestCase):
    def test_toggles(self):
        path = f"/recipes/{self.soup()['id']}/favorite"
        for _ in range(2):
            self.assertEqual(self.ada.put(path).status_code, 204)
        self.assertEqual(len(self.ada.get("/favorites").json()), 1)
        self.assertEqual(self.user("bob").get("/favorites").json(), [])
        self.assertEqual(self.ada.delete(path).status_code, 204)
        self.assertEqual(self.ada.get("/favorites").json(), [])


class PhotoTests(ApiTestCase):
    def test_uploads(self):
        path = f"/recipes/{self.soup()['id']}/photo"
        photo = {"file": ("soup.png", b"\x89PNG", "image/png")}
        url = self.ada.post(path, files=photo).json()["photo_url"]
        self.assertEqual(self.ada.get(url).content, b"\x89PNG")
        text = {"file": ("soup.txt", b"soup", "text/plain")}
        self.assertEqual(self.ada.post(path, files=text).status_code, 415)


if __name__ == "__main__":
    unittest.main()
