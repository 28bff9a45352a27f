import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LocalDraftState, nextStep } from './next-step.ts'

const at = (ms: number) => new Date(ms).toISOString()
const draft = (part: Partial<Extract<LocalDraftState, { kind: 'draft' }>>): LocalDraftState => ({
  kind: 'draft',
  editedAt: 1_000,
  savedAt: at(500),
  unsaved: false,
  ...part,
})

describe('a draft and the server’s copy of it', () => {
  it.each<[string, LocalDraftState, string | null, string]>([
    ['nothing anywhere', null, null, 'nothing'],
    ['only a copy', null, at(500), 'take'],
    ['the same', draft({}), at(500), 'nothing'],
    ['an edit not saved yet', draft({ unsaved: true }), at(500), 'save'],
    ['an edit never saved', draft({ unsaved: true, savedAt: null }), null, 'save'],
    ['an older copy of another device', draft({ unsaved: true, savedAt: null }), at(900), 'save'],
    ['a newer copy of another device', draft({ unsaved: true }), at(2_000), 'take'],
    ['a copy that moved while nothing was edited here', draft({ editedAt: 9_000 }), at(2_000), 'take'],
    ['a copy that is gone', draft({}), null, 'forget'],
    ['an edit whose copy is gone', draft({ unsaved: true }), null, 'save'],
    ['thrown away here', { kind: 'gone', editedAt: 1_000, savedAt: at(500) }, at(500), 'discard'],
    ['thrown away here and there', { kind: 'gone', editedAt: 1_000, savedAt: at(500) }, null, 'forget'],
    ['thrown away here, edited there later', { kind: 'gone', editedAt: 1_000, savedAt: at(500) }, at(2_000), 'take'],
  ])('%s', (_, here, copiedAt, step) => {
    expect(nextStep(here, copiedAt)).toBe(step)
  })

  it('that was sent from here is not taken for another device’s', () => {
    expect(nextStep(draft({ unsaved: true, savedAt: null }), at(2_000), true)).toBe('save')
    expect(nextStep({ kind: 'gone', editedAt: 1_000, savedAt: null }, at(2_000), true)).toBe('discard')
  })

  const acts = (devices: number) =>
    fc.array(
      fc.record({
        device: fc.nat(devices - 1),
        what: fc.constantFrom('edit', 'throw away', 'sync', 'sync without receipt'),
      }),
      { maxLength: 30 },
    )

  it('are the same on every device in the end, whoever edits and syncs when', () => {
    fc.assert(
      fc.property(acts(3), (done) => {
        const { devices, server } = after(3, done)
        expect(devices.map(({ text }) => text)).toEqual([server.text, server.text, server.text])
      }),
    )
  })

  it('end as the only device left them, though receipts are lost', () => {
    fc.assert(
      fc.property(acts(1), (done) => {
        const lastEdit = done.findLastIndex(({ what }) => what === 'edit')
        const lastEnd = done.findLastIndex(({ what }) => what === 'throw away')
        const { server } = after(1, done)
        expect(server.text).toBe(lastEdit > lastEnd ? `edit ${lastEdit}` : null)
      }),
    )
  })
})

type Act = { device: number; what: string }
type Server = { text: string | null; at: string | null }
type Device = { text: string | null; here: LocalDraftState; sent: string | null }

/** Simulates devices that edit and sync one draft. At the end, all devices sync until nothing changes. */
const after = (count: number, acts: readonly Act[]) => {
  const devices = Array.from({ length: count }, (): Device => ({ text: null, here: null, sent: null }))
  const server: Server = { text: null, at: null }
  for (const [i, { device, what }] of acts.entries()) {
    const own = devices[device]
    if (own === undefined) continue
    if (what.startsWith('sync')) sync(own, server, i * 10, what === 'sync')
    else touch(own, what === 'edit' ? `edit ${i}` : null, i * 10)
  }
  for (const [i, device] of [...devices, ...devices, ...devices].entries())
    sync(device, server, (acts.length + i) * 10, true)
  return { devices, server }
}

const touch = (device: Device, text: string | null, now: number) => {
  const known = { editedAt: now, savedAt: device.here?.savedAt ?? null }
  if (text === null && device.here?.kind !== 'draft') return
  device.text = text
  device.here = text === null ? { kind: 'gone', ...known } : { kind: 'draft', unsaved: true, ...known }
}

const sync = (device: Device, server: Server, now: number, receipt: boolean) => {
  const { here, text, sent } = device
  const step = nextStep(here, server.at, sent !== null && sent === server.text)
  if (step === 'save') {
    // The server’s clock lags.
    Object.assign(server, { text, at: at(now + 15) })
    Object.assign(device, { sent: receipt ? null : text })
    if (receipt) device.here = draft({ editedAt: here?.editedAt ?? 0, savedAt: server.at })
  }
  if (step === 'take') {
    Object.assign(device, { text: server.text, sent: null })
    device.here = draft({ editedAt: now, savedAt: server.at })
  }
  if (step === 'discard') Object.assign(server, { text: null, at: null })
  if (step === 'forget' || (step === 'discard' && receipt))
    Object.assign(device, { text: null, here: null, sent: null })
}
