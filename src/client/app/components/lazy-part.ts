import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { isMissing } from './is-missing.ts'
import { offerReload } from './offer-reload.tsx'

/**
 * A component that is loaded when it is first shown. Where its file cannot be had (the server was upgraded meanwhile, or
 * does not answer) the page goes on without it, and a reload is offered.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      if (!isMissing(error)) throw error
      void offerReload()
      return { default: () => null }
    }
  })
