/* Pages that use the SDK, as their authors would write them. */
import { clientKey } from './ofrep-server.ts'

const shared = `
import { createFanion, defineFlags } from './src/client/sdk/browser/index.ts'
import {
  FanionProvider, useFanionStatus, useFlag, useFlagDetails, useFlagSuspense, useSetContext,
} from './src/client/sdk/react/index.ts'
import { createElement as h, Suspense } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
const flags = defineFlags({
  checkout: { type: 'boolean', default: false },
  hero: { type: 'string', variants: ['classic', 'compact'], default: 'classic' },
})
window.drawn = { checkout: 0, hero: 0 }
window.faults = []
addEventListener('error', (event) => window.faults.push(event.message))
const Checkout = () => {
  window.drawn.checkout += 1
  return h('p', { id: 'checkout' }, String(useFlag(flags.checkout)))
}
const Hero = () => {
  window.drawn.hero += 1
  return h('p', { id: 'hero' }, useFlag(flags.hero))
}
const make = (answers) => createFanion({
  url: location.origin, key: '${clientKey}', flags, context: { targetingKey: 'user-1' }, ...(answers && { answers }),
})
`
export const page = `
${shared}
const main = document.createElement('main')
document.body.append(main)
const fanion = make()
window.fanion = fanion
createRoot(main).render(h(FanionProvider, { fanion }, h(Checkout), h(Hero)))
`
export const several = `
${shared}
const Part = ({ id }) => {
  const details = useFlagDetails(flags.hero)
  const { state } = useFanionStatus()
  const setContext = useSetContext()
  const change = () => setContext({ targetingKey: id + '-anew' })
  return h('button', { id, onClick: change }, [useFlag(flags.hero), details.variant, state].join(' '))
}
const main = document.createElement('main')
document.body.append(main)
const clients = ['one', 'two'].map((id) => createFanion({
  url: location.origin, key: '${clientKey}', flags, context: { targetingKey: id }, storage: false,
}))
createRoot(main).render(clients.map((fanion, at) =>
  h(FanionProvider, { fanion, key: at }, h(Part, { id: ['one', 'two'][at] }))))
`
export const suspended = `
${shared}
const main = document.createElement('main')
document.body.append(main)
const Waiting = () => h('p', { id: 'hero' }, useFlagSuspense(flags.hero))
const fallback = h('p', { id: 'wait' }, 'wait')
createRoot(main).render(h(FanionProvider, { fanion: make() }, h(Suspense, { fallback }, h(Waiting))))
`
export const hydrated = `
${shared}
const Stands = () => h('p', { id: 'stands' }, useFlagDetails(flags.checkout).variant + ', ' + useFanionStatus().state)
const main = document.querySelector('main')
const fanion = make(window.answers)
const parts = h(FanionProvider, { fanion }, h(Checkout), h(Stands))
const onRecoverableError = (error) => window.faults.push(error.message)
// as late as a page of many scripts: the server has answered, and may have said something else
fanion.ready().then(() => hydrateRoot(main, parts, { onRecoverableError }))
`
