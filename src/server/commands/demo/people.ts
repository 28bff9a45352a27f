import { findPersonByEmail } from '../../features/access/accounts/queries.ts'
import { openSession } from '../../features/access/sessions/open-session.ts'
import { sessionActor } from '../../platform/auth/session-actor.ts'
import type { Services } from '../../platform/http/services.ts'
import { noCookie } from '../../platform/http/session-cookie.ts'
import { appRouter } from '../../platform/http/trpc/app-router.ts'
import { serviceContext } from '../../platform/http/trpc/service-context.ts'
import type { TrpcCtx } from '../../platform/http/trpc/trpc.ts'
import type { Actor } from '../../platform/kernel/actor.ts'

/** The procedures of the server, as one person calls them. */
export type Api = ReturnType<typeof appRouter.createCaller>

/** Who works in the shop. The first made the project and owns this Fanion. */
export const people = {
  ingrid: { name: 'Ingrid Dahl', email: 'demo@shop.example', role: 'admin' },
  oskar: { name: 'Oskar Berg', email: 'oskar@shop.example', role: 'publisher' },
  priya: { name: 'Priya Rao', email: 'priya@shop.example', role: 'publisher' },
  maya: { name: 'Maya Lind', email: 'maya@shop.example', role: 'editor' },
} as const
export type Person = keyof typeof people

/** The clock of the demo: what is done is done at its time. */
export type Clock = { now: Date }

const origin = { requestId: 'demo', address: '127.0.0.1', userAgent: 'fanion start --demo' }
const nobody: Actor = { kind: 'anonymous', id: null, name: 'demo' }

/** Calls the procedures at the time of the clock, as somebody. `token` hears of a session that is opened. */
export function callAs(services: Services, clock: Clock, actor: Actor, token: (text: string) => void = () => {}): Api {
  const now = () => clock.now
  const ctx: TrpcCtx = {
    ...serviceContext(services),
    now,
    origin,
    actor,
    refused: undefined,
    // whoever starts the server asks for the demo
    setUpToken: null,
    mail: null,
    actorNow: () => Promise.resolve(actor),
    cookie: { ...noCookie, set: token },
    noteFailedSignIn: () => undefined,
    // nobody waits for anybody here
    spend: () => undefined,
    inTurn: (act) => act(),
    hold: () => () => undefined,
  }
  return appRouter.createCaller(ctx)
}

/** The first visit, and the project: whoever makes them owns them. */
export async function setUp(services: Services, clock: Clock, password: string): Promise<Actor> {
  const { name, email } = people.ingrid
  let session = ''
  await callAs(services, clock, nobody, (text) => (session = text)).account.setUp({ name, email, password })
  return sessionActor(services.db, session, clock.now)
}

/** Invites somebody, who accepts. The password is not told to anybody: `npm start -- --demo` prints the owner's alone. */
export async function join(
  services: Services,
  clock: Clock,
  owner: Api,
  who: Exclude<Person, 'ingrid'>,
): Promise<void> {
  const { name, email, role } = people[who]
  const { link } = await owner.invitations.create({ project: 'shop', email, role })
  const token = link.slice(link.lastIndexOf('/') + 1)
  await callAs(services, clock, nobody).invitations.accept({ token, name, password: services.newSecret(24) })
}

/** Somebody of the shop, signed in at the time of the clock. */
export async function signedIn(services: Services, clock: Clock, who: Person): Promise<Api> {
  const { db, newId, newSecret, log } = services
  const person = await findPersonByEmail(db, people[who].email)
  if (!person) throw new Error(`nobody has joined as ${who}`)
  const ctx = { db, newId, newSecret, log, origin, actor: nobody, now: () => clock.now }
  const token = await db.transaction().execute((tx) => openSession({ ...ctx, db: tx }, person.id))
  return callAs(services, clock, await sessionActor(db, token, clock.now))
}
