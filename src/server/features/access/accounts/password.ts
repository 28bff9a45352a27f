import { limits } from '../../../../shared/limits.ts'
import { argon2 } from '../../../platform/kernel/argon2.ts'
import { networkOf } from '../../../platform/kernel/network.ts'
import { Turns } from '../../../platform/kernel/turns.ts'

/**
 * Hashing takes a processor and 19 MiB, for whoever asks: a few at a time, addresses taking turns, and what finds no room
 * to wait is refused, so that nothing else on this server waits for it.
 */
const hashing = new Turns({
  atOnce: limits.passwordHashesAtOnce,
  atOncePerCaller: limits.passwordHashesAtOnce,
  waiting: limits.passwordHashesWaiting,
  waitingPerCaller: limits.passwordHashesWaiting / 2,
  retryAfterSeconds: 2,
})

/** For whom a password is hashed: the address of the request. */
type Asked = { readonly origin: { readonly address: string } }

/**
 * Argon2id with the library's defaults (19 MiB, 2 passes), salted; the text form carries its parameters. Do what is
 * cheaper and may refuse first. `request/rate-limited` where too many wait.
 */
export const hashPassword = (password: string, asked?: Asked): Promise<string> =>
  hashing.run(callerOf(asked), async () => (await argon2()).hash(password.normalize('NFKC')))

/**
 * Whether the password is right. Does the same work where there is no such account or it has no password, so that
 * the time of an answer does not tell who exists. `request/rate-limited` where too many wait.
 */
export async function passwordMatches(
  password: string,
  stored: string | null | undefined,
  asked?: Asked,
): Promise<boolean> {
  // made once, however many come first at once
  standIn ??= argon2().then(({ hash }) => hash('nobody has this one'))
  const against = stored ?? (await standIn)
  const matches = await hashing.run(callerOf(asked), async () =>
    (await argon2()).verify(against, password.normalize('NFKC')),
  )
  return matches && typeof stored === 'string'
}

const callerOf = (asked: Asked | undefined) => (asked ? networkOf(asked.origin.address) : '')

let standIn: Promise<string> | undefined
