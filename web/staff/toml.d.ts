// Files of words/staff, as words/plugin.ts hands them over.
declare module '*.toml' {
    const words: Record<string, string | Record<string, string>>;
    export default words;
}
