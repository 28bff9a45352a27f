import { beforeEach, describe, expect, it } from 'vitest'
import { toasts } from './toasts.ts'

let gone: string[] = []
const aToast = (id: string) => ({
  id,
  tone: 'done' as const,
  message: id,
  showMs: 5_000,
  gone: (left: string) => gone.push(left),
})

beforeEach(() => {
  for (const id of ['a', 'b', 'c', 'd']) toasts.hide(id)
  gone = []
})

describe('messages at the foot of the page', () => {
  it('are three at most: the oldest gives way', () => {
    for (const id of ['a', 'b', 'c', 'd']) toasts.show(aToast(id))
    expect(gone).toEqual(['a'])
  })

  it('stand once each: the same message again takes the place of the older', () => {
    for (const id of ['a', 'b', 'a', 'c']) toasts.show(aToast(id))
    expect(gone).toEqual([])
  })

  it('tell when they leave, once', () => {
    toasts.show(aToast('a'))
    toasts.hide('a')
    toasts.hide('a')
    expect(gone).toEqual(['a'])
  })
})
