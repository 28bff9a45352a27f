import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openSession } from '../../src/server/features/access/sessions/open-session.ts'
import { inTransaction } from '../../src/server/platform/kernel/ctx.ts'
import type { Server } from '../../src/server/server.ts'
import { aProject } from '../support/people.ts'
import { testServer } from '../support/server.ts'
import { call, procedures } from './call.ts'
import { samples } from './procedures.ts'

/** The effect of a second identical call, for example from a double click. */
type Repetition =
  /** Rejected. */
  | 'refused'
  /** Sets what is already set: no table grows except the audit log. */
  | 'harmless'
  /** Creates another item that changes no existing one. */
  | 'creates another'

const repetitions: Readonly<Record<string, Repetition>> = {
  'account.signOut': 'refused',
  'account.changeName': 'harmless',
  'account.requestReset': 'harmless',
  'account.chooseLocale': 'harmless',
  'account.chooseLetters': 'harmless',
  'account.beginTwoFactor': 'harmless',
  'account.turnTwoFactorOff': 'harmless',
  'projects.create': 'refused',
  'projects.edit': 'harmless',
  'environments.create': 'refused',
  'environments.edit': 'harmless',
  'environments.order': 'harmless',
  'members.add': 'refused',
  'members.setRole': 'harmless',
  'members.remove': 'refused',
  'invitations.create': 'creates another',
  'users.invite': 'creates another',
  'providers.create': 'refused',
  'passkeys.options': 'harmless',
  'passkeys.signInOptions': 'harmless',
  'tokens.create': 'creates another',
  'serviceTokens.create': 'creates another',
  'devices.begin': 'creates another',
  'devices.show': 'harmless',
  'devices.approve': 'refused',
  'devices.deny': 'refused',
  'keys.create': 'creates another',
  'keys.rotate': 'creates another',
  'keys.revoke': 'harmless',
  'files.applyAll': 'harmless',
  'flags.create': 'refused',
  'flags.update': 'harmless',
  'flags.archive': 'harmless',
  'flags.restore': 'harmless',
  'flags.delete': 'refused',
  'flags.archiveMany': 'harmless',
  'flags.restoreMany': 'harmless',
  'flags.switch': 'refused',
  'builds.dismissUnknown': 'harmless',
  'references.replace': 'harmless',
  'segments.create': 'refused',
  'promises.save': 'refused',
  'events.save': 'harmless',
  'units.forget': 'harmless',
  'attributes.save': 'harmless',
  'views.save': 'refused',
  'revisions.publish': 'refused',
  'changes.save': 'creates another',
  'changes.comment': 'creates another',
  'drafts.save': 'harmless',
  'drafts.discard': 'harmless',
  'ramps.propose': 'creates another',
  'rampPlans.save': 'harmless',
  'rampPlans.remove': 'harmless',
  'freezes.add': 'creates another',
  'freezes.setHours': 'harmless',
  'guardSources.remove': 'harmless',
  'layers.create': 'refused',
  'history.promote': 'creates another',
  'audit.checkpoint': 'harmless',
  'imports.map': 'harmless',
  'imports.applyRun': 'refused',
  'imports.discard': 'refused',
  'imports.undo': 'refused',
  'presence.tell': 'harmless',
}

/** Actions on ramps, changes and experiments, and saves of sources: repeated in every state by their own tests. */
const isActOnSomethingMoving = (name: string) =>
  /^(ramps|changes|experiments)\./.test(name) || /^(sources|facts|guardSources)\.save$/.test(name)

/**
 * Mutations whose sample is about something that does not exist. Each identifies one subject by its id and sets,
 * removes or tests it, or spends a secret that works once.
 */
const namesOneThing = [
  ...['account.setUp', 'account.signIn', 'account.confirm', 'account.changePassword', 'account.resetPassword'],
  ...['account.revokeSession', 'account.confirmTwoFactor', 'account.renewRecoveryCodes'],
  ...['projects.archive', 'projects.restore', 'environments.delete'],
  ...['invitations.revoke', 'invitations.show', 'invitations.accept'],
  ...['users.setDisabled', 'users.setRole', 'users.makeResetLink', 'users.resetTwoFactor', 'users.unlinkSignIn'],
  ...['users.revokeInvitation', 'providers.check', 'providers.change', 'providers.remove'],
  ...['passkeys.add', 'passkeys.remove', 'passkeys.signIn', 'passkeys.confirmOptions', 'passkeys.confirm'],
  ...['tokens.rotate', 'tokens.revoke', 'tokens.revokeThis', 'serviceTokens.rotate', 'serviceTokens.revoke'],
  ...['devices.poll', 'keys.setOrigins', 'promises.remove', 'events.archive'],
  ...['metrics.create', 'metrics.update', 'metrics.archive'],
  ...['sources.check', 'sources.archive'],
  ...['facts.preview', 'facts.readNow', 'facts.archive'],
  ...['attributes.remove', 'views.remove', 'freezes.remove'],
  ...['guardSources.test', 'guardSources.renewSecret', 'layers.remove', 'history.restore'],
  ...[
    'webhooks.create',
    'webhooks.change',
    'webhooks.renewSecret',
    'webhooks.remove',
    'webhooks.resend',
    'webhooks.test',
  ],
  ...['imports.chooseKeys', 'imports.reread'],
]

const mutations = procedures.filter(([, { _def }]) => _def.type === 'mutation').map(([name]) => name)

it('what a repeated call does is known of every mutation', () => {
  const known = [...Object.keys(repetitions), ...namesOneThing]
  expect(mutations.filter((name) => !known.includes(name) && !isActOnSomethingMoving(name))).toEqual([])
  expect(known.filter((name) => !mutations.includes(name))).toEqual([])
})

describe('a second identical call', () => {
  let server: Server
  let url: string
  let world: Parameters<NonNullable<(typeof samples)[string]>['input']>[0]
  let tables: readonly string[]
  beforeAll(async () => {
    ;({ server, url } = await testServer({ FANION_REQUESTS_PER_MINUTE: '0' }))
    const { db } = server.services
    const { project } = await aProject(db)
    const credentials = { email: 'nobody@example.com', password: 'correct horse battery' }
    world = { owner: project, credentials }
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables
      where schemaname = 'public' and tablename not in ('event', 'event_chain', 'attempt', 'session')`.execute(db)
    tables = rows.map(({ name }) => name)
  })

  /** Rows by table, except the audit log, sessions and sign-in attempts. */
  const countRows = async (): Promise<ReadonlyMap<string, number>> => {
    const counts = tables.map(
      (name) => sql`select ${name}::text as name, count(*)::int as rows from ${sql.table(name)}`,
    )
    const all = sql<{ name: string; rows: number }>`${sql.join(counts, sql` union all `)}`
    return new Map((await all.execute(server.services.db)).rows.map(({ name, rows }) => [name, rows]))
  }

  it.each(Object.entries(repetitions))('of %s: %s', async (name, repetition) => {
    const token = await inTransaction(world.owner, (tx) => openSession(tx, String(world.owner.actor.id)))
    const cookie = `fanion=${token}`
    const input = await samples[name]?.input(world)
    expect(await call(url, name, cookie, input)).toBe('ok')
    const before = await countRows()
    const second = await call(url, name, cookie, input)
    const after = await countRows()
    const grown = tables.filter((table) => after.get(table) !== before.get(table))
    const outcome: Repetition = second !== 'ok' ? 'refused' : grown.length === 0 ? 'harmless' : 'creates another'
    expect({ outcome, second, grown }).toMatchObject({ outcome: repetition })
    // A rejected call leaves nothing behind.
    expect(second === 'ok' ? [] : grown).toEqual([])
  })
})
