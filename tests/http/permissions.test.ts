import { beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../src/server/features/access/accounts/password.ts'
import { openSession } from '../../src/server/features/access/sessions/open-session.ts'
import type { Actor } from '../../src/server/platform/kernel/actor.ts'
import { type Ctx, inTransaction } from '../../src/server/platform/kernel/ctx.ts'
import type { Server } from '../../src/server/server.ts'
import { allows, type Permission, permissions, type Role } from '../../src/shared/permissions.ts'
import { aPerson, aProject, contextOf, join } from '../support/people.ts'
import { testServer } from '../support/server.ts'
import { call, procedures } from './call.ts'
import { samples } from './procedures.ts'
import type { Sample, World } from './sample.ts'

/** A caller, with their role in the samples' environment, in the project or on the installation. */
type Caller = {
  readonly name: string
  readonly role: Role | 'stranger' | 'nobody'
  /** Replaces the samples' environment. */
  readonly environment?: string
}
const callers: readonly Caller[] = [
  { name: 'viewer', role: 'viewer' },
  { name: 'editor', role: 'editor' },
  { name: 'publisher', role: 'publisher' },
  { name: 'admin', role: 'admin' },
  { name: 'owner', role: 'owner' },
  { name: 'editor of development', role: 'editor' },
  { name: 'editor of development, in staging', role: 'viewer', environment: 'staging' },
  { name: 'admin of development, in staging', role: 'viewer', environment: 'staging' },
  { name: 'stranger', role: 'stranger' },
  { name: 'anonymous', role: 'nobody' },
  { name: 'expired session', role: 'nobody' },
  { name: 'disabled person', role: 'nobody' },
]

let server: Server
let world: World
const people = new Map<string, Actor>()

beforeAll(async () => {
  // Rate limits are tested elsewhere.
  server = (await testServer({ FANION_REQUESTS_PER_MINUTE: '0' })).server
  const { db } = server.services
  const { project } = await aProject(db)
  if (project.actor.kind !== 'user') throw new Error('projects are made by people')
  const password = 'correct horse battery'
  const { email, id } = project.actor
  await db
    .updateTable('person')
    .set({ passwordHash: await hashPassword(password) })
    .where('id', '=', id)
    .execute()
  world = { owner: project, credentials: { email, password } }
  for (const role of ['viewer', 'editor', 'publisher', 'admin'] as const) {
    people.set(role, await aPerson(db, role))
    await join(db, await named(role), project.project.key, role)
  }
  for (const role of ['editor', 'admin'] as const) {
    const limited = await aPerson(db, `limited-${role}`)
    await join(db, limited, project.project.key, role, ['development'])
    people.set(`${role} of development`, limited)
    people.set(`${role} of development, in staging`, limited)
  }
  people.set('owner', project.actor)
  people.set('stranger', await aPerson(db, 'stranger'))
  people.set('expired session', project.actor)
  people.set('disabled person', await aPerson(db, 'disabled', 'owner'))
  await db
    .updateTable('person')
    .set({ disabledAt: new Date() })
    .where('id', '=', (await named('disabled person')).id)
    .execute()
})

const named = async (name: string) => {
  const person = people.get(name)
  if (person?.kind !== 'user') throw new Error(`there is no ${name}`)
  return person
}

/** Sessions that no call has ended yet. */
const cookies = new Map<string, string>()

/** Returns a session cookie of the caller. */
async function cookieOf({ name }: Caller): Promise<string> {
  if (name === 'anonymous') return ''
  const person = await named(name)
  const aYearAgo = () => new Date(Date.now() - 365 * 24 * 3_600_000)
  const ctx: Ctx = contextOf(server.services.db, person, name === 'expired session' ? aYearAgo : undefined)
  const cookie = cookies.get(name) ?? `fanion=${await inTransaction(ctx, (tx) => openSession(tx, person.id))}`
  cookies.set(name, cookie)
  return cookie
}

/** The expected code, according to the role table. */
function expected(who: string, { role }: Caller, aboutProject: boolean, sample: Sample | undefined): string {
  const ok = sample?.answers ?? 'ok'
  if (who === 'anyone') return ok
  if (role === 'nobody') return 'auth/sign-in-required'
  if (who === 'someone') return ok
  if (role === 'stranger') return aboutProject ? 'project/not-found' : 'auth/forbidden'
  // Safe cast: the test of meta checks it against the list of permissions.
  return allows(role, who as Permission) && allows(role, sample?.needs ?? 'project.read') ? ok : 'auth/forbidden'
}

/**
 * Procedures that succeed without an audit event: reads, and those about data that is private to the caller until it is
 * published.
 */
const unnoted = [
  ...['account.beginTwoFactor', 'devices.begin', 'devices.show', 'passkeys.options', 'passkeys.signInOptions'],
  ...['builds.dismissUnknown', 'drafts.discard', 'drafts.save', 'imports.map', 'presence.tell'],
  // Without a mail server there is no link, and there is no source to remove.
  ...['account.requestReset', 'guardSources.remove'],
].sort()

describe('every procedure', () => {
  it('says who may call it', () => {
    const known = new Set(['anyone', 'someone', ...Object.keys(permissions)])
    const silent = procedures.filter(([, { _def }]) => !known.has(_def.meta?.who ?? '')).map(([path]) => path)
    expect(silent).toEqual([])
  })

  it('has a sample in tests/http/procedures.ts, and no sample is without its procedure', () => {
    expect(Object.keys(samples).sort()).toEqual(procedures.map(([path]) => path).sort())
  })
})

// The last test counts what the earlier ones called.
describe('the role table', { shuffle: false }, () => {
  let checked = 0
  /** Whether a procedure adds audit events. */
  const notes = new Map<string, boolean>()
  const eventsSoFar = async () => {
    const { count } = await server.services.db
      .selectFrom('event')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  it.each(procedures)('decides who may call %s', async (path, procedure) => {
    const sample = samples[path]
    const who = procedure._def.meta?.who ?? ''
    const answers: Record<string, string> = {}
    const wanted: Record<string, string> = {}
    let input: unknown
    let used = true
    for (const caller of callers) {
      if (used) input = await sample?.input(world)
      const named = typeof input === 'object' && input !== null ? input : {}
      // Only inputs with an environment depend on it.
      if (caller.environment && !('environment' in named)) continue
      const there = caller.environment ? { ...named, environment: caller.environment } : input
      wanted[caller.name] = expected(who, caller, 'project' in named, sample)
      // An owner may do everything.
      const noted = caller.name === 'owner' && procedure._def.type === 'mutation'
      const before = noted ? await eventsSoFar() : 0
      answers[caller.name] = await call(server.url, path, await cookieOf(caller), there)
      if (noted && answers['owner'] === 'ok') notes.set(path, (await eventsSoFar()) > before)
      used = answers[caller.name] === 'ok' && procedure._def.type === 'mutation'
      checked++
      if (!(who === 'anyone' || /^(account|devices)\./.test(path))) continue
      // The call may have ended sessions, and all sign-ins come from one rate-limited address.
      cookies.clear()
      await server.services.db.deleteFrom('attempt').execute()
    }
    expect(answers).toEqual(wanted)
  })

  it('is of acts that are noted in the audit log, but for those that change nothing for others', () => {
    expect(
      [...notes]
        .filter(([, noted]) => !noted)
        .map(([path]) => path)
        .sort(),
    ).toEqual(unnoted)
    expect(notes.size).toBeGreaterThan(60)
  })

  it('was asked for every procedure and caller', () => {
    console.log(`permissions: ${checked} answers of ${procedures.length} procedures to ${callers.length} callers`)
    expect(checked).toBeGreaterThanOrEqual(procedures.length * (callers.length - 2))
  })
})
