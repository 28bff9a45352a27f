import type { Server } from '../../src/server/server.ts'
import { anOwner, testServer } from '../support/server.ts'

type Owner = Awaited<ReturnType<typeof anOwner>>
type Created = Awaited<ReturnType<Owner['api']['keys']['create']['mutate']>>

// Explicit, because the inferred type of the whole management API is too long to repeat.
type HttpWorldContents = {
  readonly owner: Owner
  readonly api: Owner['api']
  readonly project: string
  readonly where: { readonly project: string; readonly environment: string }
  readonly serverKey: Created
  readonly clientKey: Created
  readonly bearer: { readonly authorization: string }
  readonly turn: (on: boolean) => Promise<number>
}

export type World = Awaited<ReturnType<typeof testServer>> & HttpWorldContents

/** A server with an owner, a project with the flag `checkout` (on in development), and keys of development. */
export async function aWorld(env: Record<string, string> = {}): Promise<World> {
  const started = await testServer(env)
  return { ...started, ...(await fillHttpWorld(started.server)) }
}

/** The same on a running server. */
export async function fillHttpWorld(server: Pick<Server, 'url'>): Promise<HttpWorldContents> {
  const owner = await anOwner(server.url)
  const { api, project } = owner
  const where = { project, environment: 'development' }
  await api.flags.create.mutate({ project, key: 'checkout', name: 'Checkout', onIn: ['development'] })
  const serverKey = await api.keys.create.mutate({ ...where, kind: 'server', name: 'Server' })
  const clientKey = await api.keys.create.mutate({ ...where, kind: 'client', name: 'Client' })
  /** Turns `checkout` on or off in development. Returns the revision. */
  const turn = async (on: boolean): Promise<number> => {
    const base =
      (await api.environments.list.query({ project })).find((one) => one.key === 'development')?.revision ?? 0
    return (await api.flags.switch.mutate({ ...where, flag: 'checkout', on, base })).number
  }
  const bearer = { authorization: `Bearer ${serverKey.text}` }
  return { owner, api, project, where, serverKey, clientKey, bearer, turn }
}

/** Waits until a condition is true. Only failing tests wait long. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 20_000
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`it never came to pass: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
