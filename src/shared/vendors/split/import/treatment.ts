/** The treatment that SDKs return if nothing else applies: the default in code here. */
export const control = 'control'
