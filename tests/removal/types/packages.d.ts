declare module 'express' {
  export type Request = { params: Record<string, string>; body: unknown; user: { id: string; plan: string } }
  export type Response = { json(body: unknown): void; status(code: number): Response; redirect(to: string): void }
  type Handler = (request: Request, response: Response, next: (error?: unknown) => void) => unknown
  export type Router = { get(path: string, ...handlers: Handler[]): Router; post(path: string, ...handlers: Handler[]): Router; use(handler: Handler): Router }
  export function Router(): Router
}
