import { findPersonByEmail } from '../../features/access/accounts/queries.ts'
import { openSession } from '../../features/access/sessions/open-session.ts'
import { sessionActor } from '../../platform/auth/session-actor.ts'
import type { Services } from '../../platform/http/services.ts'
import { noCookie } from '../../platform/http/session-cookie.ts'
import { appRouter } from '../../platform/http/trpc/app-router.ts'
import { serviceContext } from '../../platform/http/trpc/service-context.ts'
import type { TrpcCtx } from '../../platform/http/trpc/trpc.ts'
import type { Actor } from '../../platform/kernel/actor.ts'

/** The server's procedures, called as one user. */
export type Api = ReturnType<typeof appRouter.createCaller>

/** The members of the shop. The first one created the project and is owner of the installation. */
export const people = {
  ingrid: { name: 'Ingrid Dahl', email: 'demo@shop.example', role: 'admin' },
  oskar: { name: 'Oskar Berg', email: 'oskar@shop.example', role: 'publisher' },
  priya: { name: 'Priya Rao', email: 'priya@shop.example', role: 'publisher' },
  maya: { name: 'Maya Lind', email: 'maya@shop.example', role: 'editor' },
} as const
export type Person = keyof typeof people

/** The simulated clock. */
export type Clock = { now: Date }

const origin = { requestId: 'demo', address: '127.0.0.1', userAgent: 'fanion start --demo' }
const nobody: Actor = { kind: 'anonymous', id: null, name: 'demo' }

/** Creates a caller of the procedures as an actor, at the clock's time. `token` is called for new sessions. */
export function callApiAs(
  services: Services,
  clock: Clock,
  actor: Actor,
  token: (text: string) => void = () => {},
): Api {
  const now = () => clock.now
  const ctx: TrpcCtx = {
    ...serviceContext(services),
    now,
    origin,
    actor,
    refused: undefined,
    // The demo is requested by the operator.
    setUpToken: null,
    mail: null,
    actorNow: () => Promise.resolve(actor),
    cookie: { ...noCookie, set: token },
    noteFailedSignIn: () => undefined,
    // No rate limits or queues.
    spend: () => undefined,
    inTurn: (act) => act(),
    hold: () => () => undefined,
  }
  return appRouter.createCaller(ctx)
}

/** Makes the first visit and creates the project, as its owner. */
export async function setUp(services: Services, clock: Clock, password: string): Promise<Actor> {
  const { name, email } = people.ingrid
  let session = ''
  await callApiAs(services, clock, nobody, (text) => (session = text)).account.setUp({ name, email, password })
  return sessionActor(services.db, session, clock.now)
}

/**
 * Invites a user and accepts the invitation. The password is discarded: `npm start -- --demo` prints only the owner's.
 */
export async function join(
  services: Services,
  clock: Clock,
  owner: Api,
  who: Exclude<Person, 'ingrid'>,
): Promise<void> {
  const { name, email, role } = people[who]
  const { link } = await owner.invitations.create({ project: 'shop', email, role })
  const token = link.slice(link.lastIndexOf('/') + 1)
  await callApiAs(services, clock, nobody).invitations.accept({ token, name, password: services.newSecret(24) })
}

/** Returns the API as a member of the shop, signed in at the clock's time. */
export async function signedIn(services: Services, clock: Clock, who: Person): Promise<Api> {
  const { db, newId, newSecret, log } = services
  const person = await findPersonByEmail(db, people[who].email)
  if (!person) throw new Error(`nobody has joined as ${who}`)
  const ctx = { db, newId, newSecret, log, origin, actor: nobody, now: () => clock.now }
  const token = await db.transaction().execute((tx) => openSession({ ...ctx, db: tx }, person.id))
  return callApiAs(services, clock, await sessionActor(db, token, clock.now))
}
