import type { Config } from '../../config.ts'
import { type Sealed, sealedWith } from '../../platform/kernel/reseal.ts'
import { readSecretState } from '../../platform/kernel/secret-fingerprint.ts'
import { createVault } from '../../platform/kernel/vault.ts'
import { sealedColumns } from '../sealed-columns.ts'
import { openBoundedDb } from './bounded-db.ts'
import type { Finding } from './finding.ts'

const about = 'secret'
const none: Sealed = { current: 0, previous: 0, unreadable: 0 }

/**
 * Reports stored values that `FANION_SECRET` doesn't open, because they are sealed with an earlier secret. Nothing if no secret is
 * known here: the one in a data folder belongs to the server that made it.
 */
export async function lookAtSealed({ secret, secretPrevious }: Config, url: string): Promise<Finding[]> {
  if (secret === '') return []
  const now = createVault(secret)
  const before = secretPrevious === undefined ? undefined : createVault(secretPrevious)
  const old: string[] = []
  const lost: string[] = []
  let sum = none
  for (const one of sealedColumns) {
    // One connection for each: the answer to each is bounded.
    const db = openBoundedDb(url)
    try {
      const found = await sealedWith(db, one, now, before)
      sum = add(sum, found)
      const name = `${one.table}.${one.column}`
      if (found.previous > 0) old.push(`${name} (${found.previous})`)
      if (found.unreadable > 0) lost.push(`${name} (${found.unreadable})`)
    } finally {
      await db.destroy()
    }
  }
  return [...(await rotationOf(url)), ...findingsOf(sum, old, lost, secretPrevious !== undefined)]
}

const add = (a: Sealed, b: Sealed): Sealed => ({
  current: a.current + b.current,
  previous: a.previous + b.previous,
  unreadable: a.unreadable + b.unreadable,
})

async function rotationOf(url: string): Promise<Finding[]> {
  const db = openBoundedDb(url)
  try {
    const state = await readSecretState(db)
    if (!state?.nextFingerprint || state.nextFingerprint === state.fingerprint) return []
    const says = 'A rotation of FANION_SECRET has begun and not ended.'
    return [{ about, state: 'note', says, cure: 'Run “fanion secret rotate” with both secrets.' }]
  } finally {
    await db.destroy()
  }
}

function findingsOf(sum: Sealed, old: readonly string[], lost: readonly string[], hasPrevious: boolean): Finding[] {
  const found: Finding[] = []
  if (sum.previous > 0) {
    const says = `${sum.previous} values are still sealed with FANION_SECRET_PREVIOUS: ${old.join(', ')}.`
    found.push({ about, state: 'note', says, cure: 'Once every server has both secrets, run “fanion secret rotate”.' })
  }
  if (sum.unreadable > 0) {
    const says = `${sum.unreadable} values are sealed with a secret that isn’t set: ${lost.join(', ')}.`
    const cure = hasPrevious
      ? 'They can’t be used. Enter them again, or set the secret of their time as FANION_SECRET_PREVIOUS.'
      : 'Set the secret of their time as FANION_SECRET_PREVIOUS and run “fanion secret rotate”, or enter them again.'
    found.push({ about, state: 'wrong', says, cure })
  }
  if (found.length > 0) return found
  if (hasPrevious && sum.current > 0) {
    const says = 'Everything is sealed with FANION_SECRET, and FANION_SECRET_PREVIOUS is still set.'
    return [{ about, state: 'note', says, cure: 'Restart every server without FANION_SECRET_PREVIOUS.' }]
  }
  return [{ about, state: 'fine', says: `Everything that is sealed opens with FANION_SECRET (${sum.current}).` }]
}
