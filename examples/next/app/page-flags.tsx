'use client'

import { type Answers, createFanion, type PageFanion } from '@fanion/sdk/browser'
import { FanionProvider } from '@fanion/sdk/react'
import { type ReactNode, useState } from 'react'
import { flags } from '../flags'

type Settings = {
  url: string | undefined
  clientKey: string | undefined
  context: { targetingKey: string }
  answers: Answers
}

// a page has one client for as long as it is there; on the server each rendering has its own
const kept: { client?: PageFanion<typeof flags> } = {}
const clientOf = ({ clientKey, ...options }: Settings) => {
  const create = () => createFanion({ ...options, key: clientKey, flags })
  return typeof window === 'undefined' ? create() : (kept.client ??= create())
}

export function PageFlags({ children, ...settings }: Settings & { children: ReactNode }) {
  const [fanion] = useState(() => clientOf(settings))
  return <FanionProvider fanion={fanion}>{children}</FanionProvider>
}
