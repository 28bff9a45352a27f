import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')
export const peers = path.join(root, 'bench/peers')
const sdk = (entry: string) => path.join(root, 'src/client/sdk', entry, 'index.ts')
const engine = (file: string) => path.join(root, 'src/shared/engine', file)
const alone = `export { compile } from '${engine('compile.ts')}'; export { evaluate } from '${engine('evaluate.ts')}'`
const openFeature = "export { OpenFeature } from '@openfeature/web-sdk'"

export type Subject = { name: string; code: string; external?: string[]; from?: string; version?: string }
export const ours: readonly Subject[] = [
  { name: 'browser', code: `export { createFanion } from '${sdk('browser')}'` },
  { name: 'browser, with defineFlags', code: `export { createFanion, defineFlags } from '${sdk('browser')}'` },
  { name: 'react, on top', code: `export { FanionProvider, useFlag } from '${sdk('react')}'`, external: ['react'] },
  {
    name: 'openfeature-web, on top',
    code: `export * from '${sdk('openfeature-web')}'`,
    external: ['@openfeature/web-sdk'],
  },
  { name: 'toolbar', code: `export { showToolbar } from '${sdk('toolbar')}'` },
  { name: 'edge: the engine and everything around it', code: `export { createFanion } from '${sdk('edge')}'` },
]
export const engines: readonly Subject[] = [
  { name: 'the engine alone', code: alone },
  {
    name: 'the engine with every native operator, and recompiling',
    code: `${alone}; export { everyFamily } from '${engine('operators/every-family.ts')}'; export { recompile } from '${engine('recompile.ts')}'`,
  },
]
export const theirs: readonly Subject[] = [
  { name: '@featurevisor/sdk', code: "export { createInstance } from '@featurevisor/sdk'", from: peers },
  { name: '@openfeature/web-sdk', code: openFeature, from: root },
  {
    name: '@openfeature/web-sdk + ofrep-web-provider',
    code: `${openFeature}; export * from '@openfeature/ofrep-web-provider'`,
    from: root,
    version: '@openfeature/ofrep-web-provider',
  },
  { name: 'unleash-proxy-client', code: "export { UnleashClient } from 'unleash-proxy-client'", from: peers },
  { name: '@growthbook/growthbook', code: "export { GrowthBook } from '@growthbook/growthbook'", from: peers },
  { name: 'launchdarkly-js-client-sdk', code: "export { initialize } from 'launchdarkly-js-client-sdk'", from: peers },
]

const drawn = ['band-over-time', 'forest', 'daily-bars', 'trade-curve', 'chart-figure', 'legend']
const folder = path.join(root, 'src/client/app/components/charts')
/** The charts of experiments, without React and Mantine, which the page already has. */
export const charts: Subject = {
  name: 'charts',
  code: drawn.map((file, at) => `export * as part${at} from '${folder}/${file}.tsx'`).join('\n'),
  external: ['react', 'react/jsx-runtime', '@mantine/hooks'],
}
