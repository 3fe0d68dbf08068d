// The law: the HTTP API, and nothing else. A refusal is an ApiError with the server's code and its words.

/** What the server refused, with its code for machines and its words for people. */
export class ApiError extends Error {
  /** @param {number} status @param {string} code @param {string} detail */
  constructor(status, code, detail) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}

const token = () => /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";

/** @param {string} path below /api/v1/ @param {object | string} [body] makes it a POST @param {"POST" | "PUT"} [method] a PUT outlives its page @returns {Promise<any>} */
export async function call(path, body, method = "POST") {
  const response = await fetch(`/api/v1/${path}`, body === undefined
    ? { headers: { Accept: "application/json" } }
    : {
      method,
      keepalive: method === "PUT",
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token() },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(response.status, answer.code ?? "", answer.detail ?? "");
  return answer;
}
