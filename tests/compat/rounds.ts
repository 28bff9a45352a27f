import { seeded } from '../../src/shared/vendors/importing/seeded.ts'
import { datafileOf } from '../conformance/datafile.ts'
import { oracles } from '../conformance/oracles/oracles.ts'
import { compareOn, emptyTally, type Tally } from './agreement.ts'
import { someContext, someDatafile } from './documents.ts'
import type { Attributes, Subject } from './subject.ts'

type Wanted = { readonly answers: number; readonly seed: number }

/** Compares native documents until this many evaluations were made. Stops early after a few differences. */
export const compareNative = async (subject: Subject, { answers, seed }: Wanted): Promise<Tally> => {
  const random = seeded(seed)
  const tally = emptyTally()
  while (tally.asked < answers && tally.differences.length < 5) {
    const datafile = someDatafile(random, 0.15)
    const contexts = Array.from({ length: 25 }, () => someContext(random))
    const attributes = contexts.map((context) => subject.attributesOf(context))
    await compareOn(
      subject,
      datafile,
      attributes.filter((one): one is Attributes => one !== undefined),
      tally,
    )
  }
  return tally
}

/** Compares vendor documents that are imported and served to the vendor's SDK again. */
export const compareImported = async (subject: Subject, { answers, seed }: Wanted): Promise<Tally> => {
  const oracle = oracles.find(({ vendor }) => vendor.toLowerCase() === subject.oracle)
  if (oracle === undefined) throw new Error(`there is no oracle ${subject.oracle}`)
  const random = seeded(seed)
  const tally = emptyTally()
  while (tally.asked < answers && tally.differences.length < 5) {
    const round = await oracle.round(random, 25, subject.alter)
    await compareOn(subject, datafileOf(round.imported), round.contexts, tally)
    await round.end?.()
  }
  return tally
}
