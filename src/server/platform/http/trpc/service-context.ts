import { allowanceOf } from '../../outbound/allowance.ts'
import type { Services } from '../services.ts'
import { systemStatus } from '../system-status.ts'

/** The parts of the context that do not depend on the caller. */
export const serviceContext = (services: Services) => ({
  pools: services.pools,
  turns: services.turns,
  uploads: services.uploads,
  setUpToken: services.setUpToken,
  vault: services.vault,
  mail: services.mail,
  publicUrl: services.publicUrl,
  db: services.db,
  measure: services.measure,
  log: services.log,
  now: services.now,
  newId: services.newId,
  newSecret: services.newSecret,
  revisions: services.revisions,
  providers: services.providers,
  allowPrivateAddresses: allowanceOf(services.config),
  overBudget: (environmentId: string, flag: string) => services.overBudget.of(environmentId, flag),
  streamsByKey: () => services.hub.streamsByKey(),
  streamsAt: (environmentId: string) => services.hub.streamsAt(environmentId),
  readersOf: (environmentId: string) => services.readers.of(environmentId),
  datafileOf: async (environmentId: string) => (await services.states.get(environmentId)).datafile,
  system: () => systemStatus(services),
})
