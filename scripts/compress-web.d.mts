export const compressWeb: (folder: string) => Promise<void>
export const compressFolder: (folder: string, isWanted: (file: string) => boolean, quality?: number) => Promise<void>
