/** A flag or segment that could not be read, by the vendor's key, with the place that is wrong. */
export type Unread = { readonly kind: 'flag' | 'segment'; readonly theirs: string; readonly message: string }
