/**
 * The process of one SDK. `bench/engine/run.ts` starts it with the name of a subject and a task:
 * `time` waits for columns to time, until its parent is gone; `bytes`, `load <flags>` and `parse <flags>` answer once and end.
 */
import { check } from './check.ts'
import { type ColumnName, columnNames, columns, sizes, specsOf } from './columns.ts'
import { bytesPerCall, cpuPerCall, held, warmUp } from './measure.ts'
import { subjects } from './subjects.ts'
import { insiders } from './workload.ts'

/** What loading a configuration costs. */
export type Load = {
  /** From text to ready, and from there to the first answer, in ms of wall clock. */
  loadMs: number
  firstMs: number
  /** Bytes that stay in use once the text is let go: after the first answer, and after every flag has answered. */
  heap: number
  heapUsed: number
  /** Characters of the configuration. */
  text: number
}

/** What reading a configuration as JSON alone costs. */
export type Parse = {
  parseMs: number
  /** Bytes that stay in use once the text is let go. */
  heap: number
}

const [name = '', task = '', size = ''] = process.argv.slice(2)
const subject = subjects[name]
if (subject === undefined) throw new Error(`there is no subject ${name}`)

const answer = (message: unknown): void => {
  process.send?.(message)
}

/** The runs of every column, each on its own configuration. */
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

/** A text as it is when it has come over a network. */
const arrived = (text: string): string => Buffer.from(text).toString()

const load = async (count: number): Promise<void> => {
  // The module and its code are there already: what is measured is the data.
  const flags = specsOf(count)
  const [user] = insiders(1).map(subject.context)
  const small = await subject.load(subject.configuration(specsOf(1)))
  await small.boolean(small.hold('on-0'), user)
  small.close()
  const before = held()
  let text = arrived(subject.configuration(flags))
  const { length } = text
  // No garbage of writing it is left to collect while it is read.
  held()
  const start = performance.now()
  const ask = await subject.load(text)
  const ready = performance.now()
  await ask.boolean(ask.hold('on-0'), user)
  const first = performance.now()
  // Who keeps the text, or parts of it, pays for it.
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
  // Both have to be in use until here.
  if (parsed === null || flags.length === 0) throw new Error('the configuration is empty')
}

if (task === 'time') await time()
else if (task === 'bytes') await bytes()
else if (task === 'load') await load(Number(size))
else parse(Number(size))
if (task !== 'time') process.disconnect?.()
