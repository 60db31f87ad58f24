/** The used part of S3: objects by path, in whole and in part, and lists of three at a time. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export type Bucket = {
  endpoint: string;
  /** The settings of a process that uses it. */
  env: Record<string, string>;
  /** Objects by `/bucket/key`. */
  objects: Map<string, Buffer>;
  close(): void;
};

const name = "parley";
const listed = 3;

export async function startBucket(): Promise<Bucket> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => void answer(objects, request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint,
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: name,
      S3_ACCESS_KEY_ID: "id",
      S3_SECRET_ACCESS_KEY: "a secret key",
    },
    objects,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(objects: Map<string, Buffer>, request: IncomingMessage, response: ServerResponse) {
  const { pathname: key, searchParams } = new URL(request.url ?? "", "http://bucket");
  const object = objects.get(key);
  if (request.method === "PUT") {
    const body = await buffer(request);
    if (!request.headers["content-length"]) return response.writeHead(411).end();
    objects.set(key, body);
    return response.end();
  }
  if (request.method === "DELETE") {
    objects.delete(key);
    return response.writeHead(204).end();
  }
  if (searchParams.has("list-type")) return response.end(list(objects, searchParams));
  if (!object) return response.writeHead(404).end();
  const [, start, end] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? "") ?? [];
  if (start === undefined) return response.end(object);
  return response.writeHead(206).end(object.subarray(Number(start), Number(end) + 1));
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
function list(objects: Map<string, Buffer>, asked: URLSearchParams): string {
  const keys = [...objects.keys()].map((path) => path.slice(`/${name}/`.length)).sort();
  const wanted = keys.filter((key) => key.startsWith(asked.get("prefix") ?? ""));
  const from = Number(asked.get("continuation-token") ?? 0);
  const some = wanted.slice(from, from + listed);
  const more = from + listed < wanted.length;
  const contents = some.map((key) => {
    const size = objects.get(`/${name}/${key}`)?.length ?? 0;
    return `<Contents><Key>${key}</Key><Size>${size}</Size></Contents>`;
  });
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${contents.join("")}${
    more ? `<NextContinuationToken>${from + listed}</NextContinuationToken>` : ""
  }</ListBucketResult>`;
}
