// SQLite's own file system with two functions replaced: a disk that fails on command. While an
// object of it lives, databases opened with the vfs "failing" are on that disk.
#pragma once

// tidy: allow heavy_header because the functions of the file system are what is replaced
#include <sqlite3.h>

#include <map>

namespace standby::store {

// What the disk does from now on.
struct Disk {
    int failing_syncs = 0;
    int failing_writes = 0;
    int write_error = SQLITE_IOERR_WRITE;
    int syncs = 0;  // how many it was asked for
};

class FailingFiles {
public:
    FailingFiles() {
        shared() = {};
        shared().vfs = *sqlite3_vfs_find(nullptr);
        shared().vfs.zName = "failing";
        shared().vfs.xOpen = open;
        sqlite3_vfs_register(&shared().vfs, 0);
    }
    ~FailingFiles() { sqlite3_vfs_unregister(&shared().vfs); }
    FailingFiles(const FailingFiles&) = delete;
    FailingFiles& operator=(const FailingFiles&) = delete;

    static Disk& disk() { return shared().disk; }

private:
    struct Shared {
        Disk disk;
        sqlite3_vfs vfs;
        // Different kinds of files have different functions, but sync and write are the same for
        // all.
        const sqlite3_io_methods* real = nullptr;
        std::map<const sqlite3_io_methods*, sqlite3_io_methods> failing;
    };
    static Shared& shared() {
        static Shared one;
        return one;
    }

    static int sync(sqlite3_file* file, int flags) {
        ++disk().syncs;
        if (disk().failing_syncs > 0) {
            --disk().failing_syncs;
            return SQLITE_IOERR_FSYNC;
        }
        return shared().real->xSync(file, flags);
    }
    static int write(sqlite3_file* file, const void* data, int size, sqlite3_int64 offset) {
        if (disk().failing_writes > 0) {
            --disk().failing_writes;
            return disk().write_error;
        }
        return shared().real->xWrite(file, data, size, offset);
    }
    static int open(sqlite3_vfs*, sqlite3_filename name, sqlite3_file* file, int flags,
                    int* given) {
        sqlite3_vfs* real = sqlite3_vfs_find(nullptr);
        const int code = real->xOpen(real, name, file, flags, given);
        if (code == SQLITE_OK && file->pMethods != nullptr) {
            shared().real = file->pMethods;
            sqlite3_io_methods& failing = shared().failing[shared().real];
            failing = *shared().real;
            failing.xSync = sync;
            failing.xWrite = write;
            file->pMethods = &failing;
        }
        return code;
    }
};

}  // namespace standby::store
