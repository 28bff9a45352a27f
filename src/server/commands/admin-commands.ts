import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { type Config, withSettings } from '../config.ts'
import { findPersonByEmail } from '../features/access/accounts/queries.ts'
import { setInstanceRole } from '../features/access/accounts/set-instance-role.ts'
import { resetTwoFactor } from '../features/access/second-factor/two-factor.ts'
import { makeResetLink } from '../features/access/sessions/password-reset.ts'
import { setDisabled } from '../features/access/sessions/set-disabled.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openDb } from '../platform/db/pool.ts'
import type { LinkCtx } from '../platform/kernel/ctx.ts'
import { systemCtx } from '../platform/workers/system-ctx.ts'
import { StartError } from '../start-error.ts'
import { operate } from './operate.ts'
import { withDatabase } from './with-database.ts'

type Act = (ctx: LinkCtx, user: { readonly id: string; readonly email: string }) => Promise<string>

/** Operator actions on an account, by name. Each is recorded in the audit log. */
const acts: Record<string, Act> = {
  'reset-password': async (ctx, { id, email }) => {
    const { link } = await makeResetLink(ctx, { userId: id })
    return `Whoever opens this link within one hour sets a new password for ${email}:\n\n  ${link}\n`
  },
  'reset-two-factor': async (ctx, { id, email }) => {
    await resetTwoFactor(ctx, { userId: id })
    return `${email} signs in without a second factor now, and can set up a new one.`
  },
  'make-owner': async (ctx, { id, email }) => {
    await setDisabled(ctx, { userId: id, disabled: false })
    await setInstanceRole(ctx, { userId: id, role: 'owner' })
    return `${email} is an owner now.`
  },
}

/**
 * `fanion admin reset-password|reset-two-factor|make-owner <email>`: restores access for an operator on the server's
 * own machine. Requires no authentication, because anyone who can read the data folder could do the same. Works whether
 * or not a server is running. Exits with 1 if it fails, 2 for wrong usage.
 */
export async function adminCommand(args: readonly string[], usage: string): Promise<void> {
  const [name = '', email = '', ...more] = args
  const act = Object.hasOwn(acts, name) ? acts[name] : undefined
  if (act === undefined || !email.includes('@') || more.length > 0) {
    console.error(`Say what to do, and for which address: ${Object.keys(acts).join(', ')}.\n\n${usage}`)
    process.exit(2)
  }
  await operate(async () => {
    const { config } = withSettings([])
    console.log(await withDatabase(config, 'there', (url) => done(act, email, config, url)))
  })
}

async function done(act: Act, email: string, config: Config, url: string): Promise<string> {
  const db = openDb(url, 1, (error) => console.error(error.message))
  try {
    await migrate(db)
    const user = await findPersonByEmail(db, email.trim().toLowerCase())
    if (user === undefined) throw new StartError(`No account has the address ${email}.`)
    return await act(contextOf(config, db), user)
  } finally {
    await db.destroy()
  }
}

const contextOf = (config: Config, db: LinkCtx['db']): LinkCtx => ({
  ...systemCtx({
    db,
    now: () => new Date(),
    newId: uuidv7,
    newSecret: (size) => randomBytes(size).toString('base64url'),
    log: { error: console.error, warn: console.error, info: () => undefined },
  }),
  actor: { kind: 'system', id: null, name: 'Operator' },
  origin: { requestId: '', address: '', userAgent: 'fanion admin' },
  publicUrl: () => config.publicUrl ?? `http://${config.host}:${config.port}`,
  mail: null,
})
