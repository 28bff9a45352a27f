import { createContext } from 'react'

/** A segment as rules refer to it: its name, and in a few words who is in it. */
export type KnownSegment = { name: string; summary: string }

/** The segments that are named where conditions are written or read, by key, as far as they are loaded. */
export const KnownSegments = createContext<ReadonlyMap<string, KnownSegment>>(new Map())
