import { defineFlags } from '@fanion/sdk'

export const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
