import { limits } from '../../../../shared/limits.ts'
import { argon2 } from '../../../platform/kernel/argon2.ts'
import { FairQueue } from '../../../platform/kernel/fair-queue.ts'
import { networkOf } from '../../../platform/kernel/network.ts'

/**
 * Hashing takes a CPU core and 19 MiB per call. To keep the server responsive, it runs a few at a time, takes turns
 * between addresses, and rejects calls if the queue is full.
 */
const hashing = new FairQueue({
  atOnce: limits.passwordHashesAtOnce,
  atOncePerCaller: limits.passwordHashesAtOnce,
  waiting: limits.passwordHashesWaiting,
  waitingPerCaller: limits.passwordHashesWaiting / 2,
  retryAfterSeconds: 2,
})

/** The address of the request, used to share the hashing capacity fairly. */
type HashingRequester = { readonly origin: { readonly address: string } }

/**
 * Hashes with Argon2id and the library's defaults (19 MiB, 2 passes), salted. The result includes its parameters. Run
 * cheaper checks first. Throws `request/rate-limited` if the queue is full.
 */
export const hashPassword = (password: string, asked?: HashingRequester): Promise<string> =>
  hashing.run(callerOf(asked), async () => (await argon2()).hash(password.normalize('NFKC')))

/**
 * Whether the password is correct. Does the same work if the account does not exist or has no password, so that the
 * response time does not reveal which accounts exist. Throws `request/rate-limited` if the queue is full.
 */
export async function passwordMatches(
  password: string,
  stored: string | null | undefined,
  asked?: HashingRequester,
): Promise<boolean> {
  // created once, even if several calls arrive first at the same time
  standIn ??= argon2().then(({ hash }) => hash('nobody has this one'))
  const against = stored ?? (await standIn)
  const matches = await hashing.run(callerOf(asked), async () =>
    (await argon2()).verify(against, password.normalize('NFKC')),
  )
  return matches && typeof stored === 'string'
}

const callerOf = (asked: HashingRequester | undefined) => (asked ? networkOf(asked.origin.address) : '')

let standIn: Promise<string> | undefined
