import type { Config } from '../../config.ts'
import { openStore } from '../../platform/event-store/open-store.ts'
import { type Finding, messageOf } from './finding.ts'

/** Checks whether the configured ClickHouse can be used. Returns nothing if there is none. */
export async function lookAtMeasureStore({ measureUrl }: Config): Promise<Finding[]> {
  if (measureUrl === undefined) return []
  const about = 'ClickHouse'
  const store = await openStore(measureUrl)
  const cure = 'Check the host, port, user, password and database of FANION_MEASURE_URL.'
  try {
    const problem = await store.check()
    if (problem !== null) return [{ about, state: 'wrong', says: problem, cure }]
    return [{ about, state: 'fine', says: 'It answers, and is of a version that is enough.' }]
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    return [{ about, state: 'wrong', says: `It can’t be used: ${messageOf(cause)}.`, cure }]
  } finally {
    await store.close()
  }
}
