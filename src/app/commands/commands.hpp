// Carrying the commands out: one function each.
#pragma once

#include "app/commands/command.hpp"
#include "app/commands/console.hpp"

namespace standby::app {

Outcome carry_out(const ServeCommand& command, Console& console);
Outcome carry_out(const DemoCommand& command, Console& console);
Outcome carry_out(const ImportCommand& command, Console& console);
Outcome carry_out(const ExportCommand& command, Console& console);
Outcome carry_out(const VerifyCommand& command, Console& console);
Outcome carry_out(const ReplayCommand& command, Console& console);
Outcome carry_out(const SimulateCommand& command, Console& console);
Outcome carry_out(const ExplainCommand& command, Console& console);
Outcome carry_out(const BackupCommand& command, Console& console);
Outcome carry_out(const RestoreCommand& command, Console& console);
Outcome carry_out(const EraseCommand& command, Console& console);
Outcome carry_out(const PersonExportCommand& command, Console& console);
Outcome carry_out(const RepairCommand& command, Console& console);
Outcome carry_out(const ArchiveCommand& command, Console& console);
Outcome carry_out(const KeysListCommand& command, Console& console);
Outcome carry_out(const KeysCreateCommand& command, Console& console);
Outcome carry_out(const KeysRevokeCommand& command, Console& console);
Outcome carry_out(const RotateTokensCommand& command, Console& console);
Outcome carry_out(const AuditStaffCommand& command, Console& console);
Outcome carry_out(const StaffListCommand& command, Console& console);
Outcome carry_out(const StaffLinkCommand& command, Console& console);
Outcome carry_out(const StaffRemoveCommand& command, Console& console);
Outcome carry_out(const MessagesListCommand& command, Console& console);
Outcome carry_out(const MessagesShowCommand& command, Console& console);
Outcome carry_out(const MessagesReplayCommand& command, Console& console);
Outcome carry_out(const MessagesTemplatesCommand& command, Console& console);
Outcome carry_out(const IntakeTryCommand& command, Console& console);
Outcome carry_out(const DoctorCommand& command, Console& console);
Outcome carry_out(const MigrateStoreCommand& command, Console& console);
Outcome carry_out(const MigrateCommand& command, Console& console);
Outcome carry_out(const ClusterCommand& command, Console& console);
Outcome carry_out(const ClusterCertsCommand& command, Console& console);
Outcome carry_out(const ClusterResumeCommand& command, Console& console);

}  // namespace standby::app
