import { createContext } from 'react'

/** A segment’s name and a short summary of its members. */
export type KnownSegment = { name: string; summary: string }

/** Segments that conditions on this page refer to, by key, as far as they are loaded. */
export const KnownSegments = createContext<ReadonlyMap<string, KnownSegment>>(new Map())
