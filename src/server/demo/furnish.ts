import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { SaveAttributeInput } from '../../shared/schemas/attribute.ts'
import { CreateFlagInput } from '../../shared/schemas/flag-view.ts'
import { CreateSegmentInput } from '../../shared/schemas/segment-view.ts'
import { sessionActor } from '../auth/session-actor.ts'
import { saveAttribute } from '../domain/attributes/save-attribute.ts'
import { createFlag } from '../domain/flags/create-flag.ts'
import { readFlag as getFlag } from '../domain/flags/read-flag.ts'
import { createKey } from '../domain/keys/create-key.ts'
import { createProject } from '../domain/projects/create-project.ts'
import { publish } from '../domain/revisions/publish.ts'
import { createSegment } from '../domain/segments/create-segment.ts'
import { setUp } from '../domain/sessions/set-up.ts'
import { status } from '../domain/sessions/status.ts'
import type { Ctx, ProjectCtx, SetUpCtx } from '../kernel/ctx.ts'
import { proveEnvironments, proveProject } from '../kernel/scope.ts'
import type { Server } from '../server.ts'
import { attributes, flags, segments } from './shop.ts'

type Demo = {
  url: string
  owner: { email: string; password: string }
  keys: Record<string, { server: string; client: string }>
}

/**
 * Furnishes an empty installation with the project `shop`, prints a sign-in and keys, and writes them to `demo.json`
 * in the data folder. Where the installation is furnished already it only prints; where it is in use it says so.
 */
export async function furnishDemo(server: Server, dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'demo.json')
  const kept = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : undefined
  const demo = kept ? { ...kept, url: server.url } : await furnish(server)
  if (!demo) {
    console.log('  This server already has data, so --demo didn’t change it. To run a separate demo:\n')
    console.log('    FANION_DATA_DIR=.fanion-demo PORT=4401 npm start -- --demo\n')
    return
  }
  await writeFile(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  console.log('  The demo project is "shop". Sign in with:\n')
  console.log(`    ${demo.owner.email}   ${demo.owner.password}\n`)
  for (const [environment, keys] of Object.entries<{ server: string }>(demo.keys)) {
    console.log(`    ${environment.padEnd(12)} ${keys.server}`)
  }
  console.log(`\n  These credentials are saved in ${file}.\n`)
}

async function furnish(server: Server): Promise<Demo | undefined> {
  const { db, now, newId, newSecret, log } = server.services
  const origin = { requestId: newId(), address: '127.0.0.1', userAgent: 'fanion start --demo' }
  const nobody: Ctx['actor'] = { kind: 'anonymous', id: null, name: 'demo' }
  // whoever starts the server asks for the demo
  const ctx: SetUpCtx = { db, now, newId, newSecret, log, origin, actor: nobody, setUpToken: null }
  const owner = { email: 'demo@shop.example', password: newSecret(12) }
  if ((await status(ctx)).setUp) return undefined
  const first = await setUp(ctx, { ...owner, name: 'Demo Owner' })
  const signedIn = { ...ctx, actor: await sessionActor(db, first.token, now()) }
  await createProject(signedIn, { key: 'shop', name: 'Shop', description: 'A web shop to look around in.' })
  const project = await proveProject(db, signedIn.actor, 'shop')
  const inShop: ProjectCtx = { ...signedIn, project }

  for (const attribute of attributes)
    await saveAttribute(inShop, SaveAttributeInput.parse({ project: 'shop', ...attribute }))
  for (const segment of segments) await createSegment(inShop, CreateSegmentInput.parse({ project: 'shop', ...segment }))
  for (const flag of flags) await furnishFlag(inShop, flag)

  const keys: Demo['keys'] = {}
  for (const environment of await proveEnvironments(db, project)) {
    const there = { ...inShop, environment }
    const input = {
      project: 'shop',
      environment: environment.key,
      name: 'Demo',
      allowedOrigins: [],
      expiresInDays: null,
    }
    const serverKey = await createKey(there, { ...input, kind: 'server' })
    const clientKey = await createKey(there, { ...input, kind: 'client' })
    keys[environment.key] = { server: serverKey.text, client: clientKey.text }
  }
  return { url: server.url, owner, keys }
}

async function furnishFlag(ctx: ProjectCtx, { create, targeting }: (typeof flags)[number]): Promise<void> {
  await createFlag(ctx, CreateFlagInput.parse({ project: 'shop', ...create }))
  if (!targeting) return
  const { heads } = await getFlag(ctx, { flag: create.key })
  for (const environment of await proveEnvironments(ctx.db, ctx.project)) {
    const head = heads[environment.key]
    if (!head?.document.on) continue
    await publish(
      { ...ctx, environment },
      {
        base: head.revision,
        message: `Initial targeting for ${create.key}`,
        entries: [{ kind: 'flag', key: create.key, document: { ...head.document, ...targeting } }],
      },
    )
  }
}
