import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

const client = createClient<paths>({ baseUrl: "http://127.0.0.1:8000" });

export async function curve(topology: string): Promise<components["schemas"]["JobDetail"]> {
  const { data, error } = await client.POST("/v1/jobs", {
    body: { kind: "bisection-curve", topology },
  });
  if (data === undefined) throw new Error(error?.detail ?? "refused");
  const found = await client.GET("/v1/jobs/{job_id}", { params: { path: { job_id: data.id } } });
  if (found.data === undefined) throw new Error("gone");
  return found.data;
}
// @ts-expect-error: there is no such route
void client.GET("/v1/none");
// @ts-expect-error: there is no such kind
void client.POST("/v1/jobs", { body: { kind: "bisection-curves", topology: "torus:sides=4x4" } });
