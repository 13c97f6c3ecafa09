/* Network file systems by their magic number.
 *
 * SQLite's write-ahead log needs shared memory between the processes on one file, which network file systems do not give ("Write-Ahead Logging", section 1,
 * sqlite.org/wal.html). Numbers as in Linux's magic.h and in coreutils' stat. */
#include "datasets/catalog/filesystem.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/vfs.h>

typedef struct known {
    unsigned long magic;
    const char *name;
} known;
static const known network[] = {
    {0x6969, "NFS"},        {0x517B, "SMB"},       {0xFE534D42, "SMB"},      {0xFF534D42, "CIFS"},     {0x65735546, "FUSE"},      {0x0BD00BD0, "Lustre"},
    {0x5346414F, "AFS"},    {0x6B414653, "AFS"},   {0x73757245, "Coda"},     {0x00C36400, "Ceph"},     {0x01021997, "9P"},        {0x47504653, "GPFS"},
    {0x19830326, "BeeGFS"}, {0xAAD7AAEA, "PanFS"}, {0x7461636F, "OCFS2"},    {0x01161970, "GFS2"},     {0x564C, "NCP"},           {0x786F4256, "vboxsf"},
    {0x013111A8, "IBRIX"},  {0x2BAD1DEA, "VMHGFS"}, {0xBACBACBC, "VMHGFS"},
};

const char *hbs_network_filesystem(unsigned long magic) {
    for (size_t i = 0; i < sizeof network / sizeof *network; i++)
        if (network[i].magic == (magic & 0xFFFFFFFFul)) return network[i].name;
    return NULL;
}

const char *hbs_network_filesystem_of(const char *path) {
    struct statfs info;
    if (statfs(path, &info) == 0) return hbs_network_filesystem((unsigned long)info.f_type);
    const char *slash = strrchr(path, '/');
    const size_t length = slash ? (size_t)(slash - path) + 1 : 0;
    char folder[4096] = ".";
    if (length >= sizeof folder) return NULL;
    if (length) {
        memcpy(folder, path, length);
        folder[length] = 0;
    }
    return statfs(folder, &info) == 0 ? hbs_network_filesystem((unsigned long)info.f_type) : NULL;
}
