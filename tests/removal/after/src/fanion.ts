import { createFanion } from '@fanion/sdk/node'
import { flags } from './flags'

export const fanion = createFanion({ url: process.env.FANION_URL ?? '', key: process.env.FANION_KEY ?? '', flags })
