/**
 * Process of one SDK. `bench/engine/run.ts` starts it with the name of a subject and a task. `time` waits for columns
 * to time until its parent exits. `bytes`, `load <flags>` and `parse <flags>` answer once and exit.
 */
import { check } from './check.ts'
import { type ColumnName, columnNames, columns, sizes, specsOf } from './columns.ts'
import { bytesPerCall, cpuPerCall, held, warmUp } from './measure.ts'
import { subjects } from './subjects.ts'
import { insiders } from './workload.ts'

/** Cost of loading a configuration. */
export type Load = {
  /** Wall-clock ms from the text until ready, and from then until the first value. */
  loadMs: number
  firstMs: number
  /** Bytes still in use after the text is released: after the first evaluation, and after every flag was evaluated. */
  heap: number
  heapUsed: number
  /** Length of the configuration in characters. */
  text: number
}

/** Cost of only parsing a configuration as JSON. */
export type Parse = {
  parseMs: number
  /** Bytes still in use after the text is released. */
  heap: number
}

const [name = '', task = '', size = ''] = process.argv.slice(2)
const subject = subjects[name]
if (subject === undefined) throw new Error(`there is no subject ${name}`)

const answer = (message: unknown): void => {
  process.send?.(message)
}

/** The runs of each column, each with its own configuration. */
const runs = async () => {
  const loaded = new Map<number, Awaited<ReturnType<typeof subject.load>>>()
  for (const count of sizes) loaded.set(count, await subject.load(subject.configuration(specsOf(count))))
  return (column: ColumnName) => {
    const { flags, run } = columns[column]
    const ask = loaded.get(flags)
    if (ask === undefined) throw new Error(`nothing is loaded for ${column}`)
    return { ask, run: run(subject, ask, specsOf(flags)) }
  }
}

const time = async (): Promise<void> => {
  const of = await runs()
  await check(subject, of('on').ask)
  const prepared = Object.fromEntries(columnNames.map((column) => [column, of(column).run]))
  for (const column of columnNames) await warmUp(prepared[column] ?? (() => {}))
  process.on('message', (column: ColumnName) => {
    void cpuPerCall(prepared[column] ?? (() => {})).then(answer)
  })
  answer('ready')
}

const bytes = async (): Promise<void> => {
  const of = await runs()
  const found: Partial<Record<ColumnName, number>> = {}
  for (const column of columnNames) found[column] = await bytesPerCall(of(column).run)
  answer(found)
}

/** Returns a copy of the text as if it was received over the network. */
const arrived = (text: string): string => Buffer.from(text).toString()

const load = async (count: number): Promise<void> => {
  // Loads the module and its code first, so that only the data is measured.
  const flags = specsOf(count)
  const [user] = insiders(1).map(subject.context)
  const small = await subject.load(subject.configuration(specsOf(1)))
  await small.boolean(small.hold('on-0'), user)
  small.close()
  const before = held()
  let text = arrived(subject.configuration(flags))
  const { length } = text
  // Collects the garbage of serialization before the measurement.
  held()
  const start = performance.now()
  const ask = await subject.load(text)
  const ready = performance.now()
  await ask.boolean(ask.hold('on-0'), user)
  const first = performance.now()
  // Releases the text. An SDK that keeps the text or parts of it pays for it.
  text = ''
  const heap = held() - before
  await ask.all(user)
  const heapUsed = held() - before
  const result: Load = { loadMs: ready - start, firstMs: first - ready, heap, heapUsed, text: length }
  answer(result)
  ask.close()
  if (flags.length === 0) throw new Error('there are no flags')
}

const parse = (count: number): void => {
  const flags = specsOf(count)
  const before = held()
  let text = arrived(subject.configuration(flags))
  held()
  const start = performance.now()
  const parsed: unknown = JSON.parse(text)
  const parseMs = performance.now() - start
  text = ''
  const result: Parse = { parseMs, heap: held() - before }
  answer(result)
  // Keeps both reachable until here.
  if (parsed === null || flags.length === 0) throw new Error('the configuration is empty')
}

if (task === 'time') await time()
else if (task === 'bytes') await bytes()
else if (task === 'load') await load(Number(size))
else parse(Number(size))
if (task !== 'time') process.disconnect?.()
